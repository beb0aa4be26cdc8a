import type { Detector } from '../../../src/analysis/calibration/methods.ts';
import type { ConfidenceGapDetector } from '../../../src/formats/detectors/confidence-gap.ts';
import type { RepcsDetector } from '../../../src/formats/detectors/repcs.ts';
import type { Profile } from '../../../src/formats/profile.ts';

/** A profile with round figures. */
export const exampleProfile = {
	schema: 'rag-assay/profile@1',
	name: 'demo',
	created: '2026-01-31',
	model: { name: 'demo', sha256: 'a'.repeat(64) },
	layout: 'c'.repeat(64),
	embedder: null,
	dataset: { name: 'test world', sha256: 'd'.repeat(64), traces: 100, sentences: 200 },
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
