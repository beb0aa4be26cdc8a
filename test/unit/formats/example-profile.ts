import type { Profile } from '../../../src/formats/profile.ts';

/** A profile with round figures. */
export const exampleProfile: Profile = {
	schema: 'rag-assay/profile@1',
	name: 'demo',
	created: '2026-01-31',
	model: { name: 'demo', sha256: 'a'.repeat(64) },
	layout: 'c'.repeat(64),
	embedder: null,
	dataset: { name: 'test world', sha256: 'd'.repeat(64), traces: 100, sentences: 200 },
	detectors: [{
		method: 'mean-entropy', level: 'sentence', threshold: 0.92, direction: 'above',
		criterion: { kind: 'false-positive-rate', target: 0.05 },
		quantiles: [{ probability: 0.1, score: 0.1 }, { probability: 0.9, score: 1.2 }],
		suspicion: { kind: 'isotonic', knots: [{ score: 0.2, share: 0.05 }, { score: 1, share: 0.3 }, { score: 2, share: 0.9 }] },
		operatingPoint: {
			on: 'test', n: 200, positives: 50,
			truePositiveRate: { value: 0.6, low: 0.45, high: 0.74 },
			falsePositiveRate: { value: 0.05, low: 0.02, high: 0.1 },
			precision: { value: 0.8, low: 0.64, high: 0.9 },
		},
		auc: { value: 0.85, low: 0.8, high: 0.9 },
	}],
};
