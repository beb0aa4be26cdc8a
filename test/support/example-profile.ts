import type { Detector } from '../../src/analysis/calibration/methods.ts';
import type { ConfidenceGapDetector } from '../../src/formats/detectors/confidence-gap.ts';
import type { ClosedBookDetector } from '../../src/formats/detectors/closed-book.ts';
import type { AnyDetector } from '../../src/formats/detectors/detector.ts';
import type { Provenance } from '../../src/formats/detectors/provenance.ts';
import type { RepcsDetector } from '../../src/formats/detectors/repcs.ts';
import type { Profile, ProfileDetector } from '../../src/formats/profile.ts';

export const exampleModel = { kind: 'language-model', name: 'demo', sha256: 'a'.repeat(64), layout: 'c'.repeat(64) } as const;
export const otherModel = { ...exampleModel, name: 'smol', sha256: 'b'.repeat(64) } as const;
export const exampleEncoder = { kind: 'encoder', name: 'minilm', sha256: '1'.repeat(64) } as const;

/** Where the detectors of the example come from. */
export const exampleFrom: Provenance = {
	readers: [exampleModel],
	data: { name: 'test world', sha256: 'd'.repeat(64), items: 100, sentences: 200 },
};

/** Detectors as a profile has them, all from one place. */
export function madeBy<D extends AnyDetector>(detectors: readonly D[], more: Partial<Provenance> = {}): ProfileDetector<D>[] {
	return detectors.map((one) => ({ ...one, from: { ...exampleFrom, ...more } }));
}

/** A profile with something else of where its detectors come from. */
export function madeOtherwise<D extends AnyDetector>(profile: Profile<D>, more: Partial<Provenance>): Profile<D> {
	return { ...profile, detectors: profile.detectors.map((one) => ({ ...one, from: { ...one.from, ...more } })) };
}

/** A profile with round figures. */
export const exampleProfile = {
	schema: 'rag-assay/profile@2',
	name: 'demo',
	created: '2026-01-31',
	detectors: [
		{
			method: 'mean-entropy',
			level: 'sentence',
			threshold: 0.92,
			direction: 'above',
			criterion: { kind: 'f1' },
			quantiles: [
				{ probability: 0.1, score: 0.1 },
				{ probability: 0.9, score: 1.2 },
			],
			suspicion: {
				kind: 'isotonic',
				knots: [
					{ score: 0.2, share: 0.05 },
					{ score: 1, share: 0.3 },
					{ score: 2, share: 0.9 },
				],
			},
			operatingPoint: {
				on: 'test',
				n: 200,
				positives: 50,
				truePositiveRate: { value: 0.6, low: 0.45, high: 0.74 },
				falsePositiveRate: { value: 0.05, low: 0.02, high: 0.1 },
				precision: { value: 0.8, low: 0.64, high: 0.9 },
			},
			auc: { value: 0.85, low: 0.8, high: 0.9 },
			from: exampleFrom,
		},
	],
} satisfies Profile<Detector>;

/** A threshold of RePCS on 99 clean answers, with all that may stand beside it. */
export const repcsDetector = {
	method: 'repcs',
	level: 'response',
	score: 'z',
	threshold: 6.5,
	direction: 'below',
	criterion: { kind: 'conformal', alpha: 0.05, rank: 5, n: 99 },
	quantiles: [
		{ probability: 0.05, score: 6.4 },
		{ probability: 0.5, score: 31 },
	],
	dkwHalfHeight: 0.1365,
	heldOut: { n: 200, falsePositiveRate: { value: 0.04, low: 0.017, high: 0.078 } },
	memorised: { n: 100, truePositiveRate: { value: 0.9, low: 0.824, high: 0.951 }, auc: { value: 0.98, low: 0.96, high: 0.99 } },
	planning: { logRatio: 12, clipped: null, gap: 30, missed: 0.05, answers: 303 },
} satisfies RepcsDetector;

/** A threshold for answers of two sentences with a number, and one for all others. */
export const closedBookDetector = {
	method: 'closed-book',
	level: 'response',
	groups: [
		{ sentences: '2', value: 'number', n: 120, rank: 1, threshold: 2 },
		{ sentences: 'any', value: 'any', n: 210, rank: 2, threshold: 1.5 },
	],
	threshold: 1,
	direction: 'below',
	criterion: { kind: 'conformal', alpha: 0.01, n: 210 },
	quantiles: [
		{ probability: 0.05, score: 1.2 },
		{ probability: 0.5, score: 2.5 },
	],
	heldOut: { n: 200, falsePositiveRate: { value: 0.01, low: 0.001, high: 0.036 } },
	memorised: { n: 100, truePositiveRate: { value: 0.98, low: 0.93, high: 0.998 }, auc: { value: 0.999, low: 0.99, high: 1 } },
} satisfies ClosedBookDetector;

/** Both sides of the confidence gap by quantiles of sentences without labels. */
export const confidenceGapDetector = {
	method: 'confidence-gap',
	level: 'sentence',
	low: {
		threshold: -0.2,
		direction: 'below',
		criterion: { kind: 'quantile', probability: 0.1 },
		quantiles: [{ probability: 0.1, score: -0.2 }],
		operatingPoint: null,
		auc: null,
	},
	high: {
		threshold: 3,
		direction: 'above',
		criterion: { kind: 'quantile', probability: 0.9 },
		quantiles: [{ probability: 0.9, score: 3 }],
		operatingPoint: null,
		auc: null,
	},
} satisfies ConfidenceGapDetector;
