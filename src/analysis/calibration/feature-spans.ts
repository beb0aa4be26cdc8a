import type { ClassifierLevel, ClassifierMethod } from '../../formats/detectors/classifier.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import type { Samples } from '../../methods/spad/samples.ts';
import { featureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';
import { numbersOf, type MeasuredTrace } from './measure.ts';
import { featureNamed, featuresOf, unpackFeatures } from './packed-features.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabeled, scoredSpan, type LabeledSpan } from './scored-span.ts';
import { sourceMeasure } from './source-measure.ts';
import { starterName, starterScores } from './starter-measure.ts';

/** The score that needs no labels. */
export const labelFree = 'mean entropy';

/** A labeled span with its features. */
export type FeatureSpan = LabeledSpan & { readonly features: Float32Array };

/** Returns the labeled sentences or responses of traces whose sources were measured, with the scores that a classifier is compared with. */
export function featureSpans(traces: readonly MeasuredTrace[], level: ClassifierLevel): FeatureSpan[] {
	return traces.flatMap((trace) => {
		const [sources, scores] = [numbersOf(trace, sourceMeasure), numbersOf(trace, scoreMeasure)];
		const starter = starterScores(trace);
		if (sources === undefined) return [];
		const spans =
			level === 'response'
				? [{ placed: trace.response, packed: sources.response, gap: undefined, before: null }]
				: trace.sentences.map((placed, i) => ({
						placed,
						packed: sources.sentences[i] ?? null,
						gap: scores?.sentences[i]?.cgMean,
						before: starter[i] ?? null,
					}));
		return spans.flatMap(({ placed, packed, gap, before }): FeatureSpan[] => {
			if (packed === null) return [];
			const features = unpackFeatures(packed);
			const span = scoredSpan(trace, placed, Number.NaN, {
				[labelFree]: featureNamed('ENTROPY_MEAN', features),
				'mean surprise': -featureNamed('LOGPROB_MEAN', features),
				'top-1 margin': -featureNamed('MARGIN_MEAN', features),
				...(gap === undefined ? {} : { 'confidence gap (−CG)': -gap }),
				...(before === null ? {} : { [starterName]: before }),
			});
			return isLabeled(span) ? [{ ...span, features }] : [];
		});
	});
}

/** Returns the features of a method, `[spans, features]`, with labels (1 for unsupported) and groups. */
export function samplesOf(spans: readonly FeatureSpan[], method: ClassifierMethod): Samples {
	return {
		features: featureMatrix(
			spans.map(({ features }) => featuresOf(method, features)),
			featureSets[method].length,
		),
		labels: Uint8Array.from(spans, ({ positive }) => Number(positive)),
		groups: spans.map(({ cluster }) => cluster),
	};
}
