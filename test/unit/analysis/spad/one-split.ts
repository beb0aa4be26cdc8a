import { formatClassifier } from '../../../../src/analysis/spad/classifier-file.ts';
import type { ClassifierDetector, ClassifierLevel, ClassifierMethod } from '../../../../src/formats/detectors/classifier.ts';
import type { Profile } from '../../../../src/formats/profile.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import type { BoostedTrees } from '../../../../src/statistics/boosted-trees/model.ts';
import { exampleProfile, madeBy } from '../../../support/example-profile.ts';

/** One tree that asks one thing: whether numbers come from the passages. Below 0.5 the log-odds are +2, from there on −2; half of the samples each. */
export function oneSplit(method: ClassifierMethod, featureName = 'RAG_NUM'): BoostedTrees {
	const featureNames = featureSets[method].map(({ name }) => name);
	return {
		featureCount: featureNames.length,
		featureNames,
		baseScore: 0.5,
		scalePosWeight: 1,
		attributes: {},
		trees: [
			{
				left: Int32Array.of(1, -1, -1),
				right: Int32Array.of(2, -1, -1),
				feature: Int32Array.of(featureNames.indexOf(featureName), 0, 0),
				threshold: Float32Array.of(0.5, 2, -2),
				defaultLeft: Uint8Array.of(1, 0, 0),
				weight: Float32Array.of(0, 2, -2),
				cover: Float32Array.of(8, 4, 4),
				gain: Float32Array.of(4, 0, 0),
			},
		],
	};
}

/** What every feature usually is: 0.25. */
export function typicalOf(model: BoostedTrees): Float64Array {
	return new Float64Array(model.featureCount).fill(0.25);
}

/** A classifier's file with the detector that names it. */
export function classifierOf(
	method: ClassifierMethod,
	level: ClassifierLevel,
	threshold = 0.6,
): { detector: ClassifierDetector; text: string } {
	const model = oneSplit(method);
	const { text, sha256 } = formatClassifier(model, typicalOf(model));
	const { criterion, direction, quantiles, suspicion, operatingPoint, auc } = exampleProfile.detectors[0]!;
	return {
		text,
		detector: {
			method,
			level,
			file: `demo.${method}.${level}.json`,
			sha256,
			threshold,
			criterion,
			direction,
			quantiles,
			operatingPoint,
			auc,
			suspicion: {
				...suspicion,
				knots: [
					{ score: 0, share: 0 },
					{ score: 1, share: 0.8 },
				],
			},
		},
	};
}

export function profileWith(...detectors: readonly ClassifierDetector[]): Profile {
	return { ...exampleProfile, detectors: [...exampleProfile.detectors, ...madeBy(detectors)] };
}
