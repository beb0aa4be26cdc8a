import { createHash } from 'node:crypto';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ClassifierDetector, ClassifierMethod } from '../../formats/detectors/classifier.ts';
import type { Feature } from '../../methods/spad/feature.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import type { BoostedTrees } from '../../statistics/boosted-trees/model.ts';
import { readBoostedTrees } from '../../statistics/boosted-trees/read-model.ts';
import { formatBoostedTrees } from '../../statistics/boosted-trees/write-model.ts';

/** A classifier of a profile, read and checked. */
export interface Classifier {
	readonly detector: ClassifierDetector;
	readonly model: BoostedTrees;
	/** What the model was trained on, in its order. */
	readonly features: readonly Feature[];
	/** What each feature usually is; `null` for a model that was trained elsewhere and does not say: its verdicts come without reasons. */
	readonly typical: Float64Array | null;
}

/** Attribute of the model's file (XGBoost keeps any, as text) that holds the typical values, a JSON list. */
const typicalAttribute = 'rag_assay_typical';

/** The text of a classifier's file, and the hash that its profile must name. */
export function formatClassifier(model: BoostedTrees, typical: Float64Array): { text: string; sha256: string } {
	const rounded = Array.from(typical, (value) => Number(value.toPrecision(6)));
	const text = formatBoostedTrees({ ...model, attributes: { ...model.attributes, [typicalAttribute]: JSON.stringify(rounded) } });
	return { text, sha256: sha256Of(Buffer.from(text)) };
}

/**
 * Reads the file that a profile's detector refers to.
 * @param file its path, for messages.
 * @throws UserError RA605 when it is no model of ours, RA607 when it is not the file that the profile was made with, RA608 when its
 * features are not those of the method.
 */
export function readClassifier(bytes: Uint8Array, detector: ClassifierDetector, file: string): Classifier {
	const found = sha256Of(bytes);
	if (found !== detector.sha256) {
		throw new UserError(
			errorNumbers.classifierHashDiffers,
			`This classifier is not the one that the profile was made with: its SHA-256 begins with ${found.slice(0, 12)}, and the profile expects ${detector.sha256.slice(0, 12)}.`,
			{
				place: { file },
				hint: 'Take the file that belongs to the profile, or calibrate again.',
			},
		);
	}
	const model = readBoostedTrees(Buffer.from(bytes).toString('utf8'), file);
	const features = featureSets[detector.method];
	requireFeatures(model.featureNames, features, detector.method, file);
	return { detector, model, features, typical: typicalOf(model, file) };
}

function requireFeatures(names: readonly string[], expected: readonly Feature[], method: ClassifierMethod, file: string): void {
	const place = { place: { file }, hint: 'It was made with other features. Calibrate again with this version.' };
	const wrong = expected.findIndex((feature, i) => feature.name !== names[i]);
	if (wrong >= 0)
		throw new UserError(
			errorNumbers.classifierOfOtherFeatures,
			`This classifier has other features than '${method}' of this version: number ${wrong + 1} of ${expected.length} should be ${expected[wrong]!.name}, and is ${names[wrong] ?? 'not there'}.`,
			place,
		);
	if (names.length > expected.length)
		throw new UserError(
			errorNumbers.classifierOfOtherFeatures,
			`This classifier has ${names.length} features, and '${method}' of this version has ${expected.length}.`,
			place,
		);
}

function typicalOf({ attributes, featureCount }: BoostedTrees, file: string): Float64Array | null {
	const text = attributes[typicalAttribute];
	if (text === undefined) return null;
	const values: unknown = parsed(text);
	if (
		!Array.isArray(values) ||
		values.length !== featureCount ||
		!values.every((value): value is number => typeof value === 'number' && Number.isFinite(value))
	) {
		throw new UserError(
			errorNumbers.classifierOfOtherFeatures,
			`This classifier's attribute '${typicalAttribute}' is no list of ${featureCount} numbers.`,
			{
				place: { file },
				hint: 'Calibrate again.',
			},
		);
	}
	return Float64Array.from(values);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// No list either.
		return undefined;
	}
}

function sha256Of(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
