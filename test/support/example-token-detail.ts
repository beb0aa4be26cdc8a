import type { Detail } from '../../src/protocol/token-inspector.ts';

/**
 * A token of a model with two layers. Binary fractions, so that sums are exact: 1/64 at the embedding; layer 1 adds 1/32 (query
 * 1/64, rag 1/32, past 0, self −1/64) and 1/64; layer 2 adds 1/2 and 1/16; the final norm takes 1/32: 38/64.
 */
export const detail: Detail = {
	uri: 'file:///w/case.rag.md',
	version: 3,
	range: [12, 4, 12, 9],
	index: 6,
	count: 12,
	model: 'demo',
	token: {
		text: ' 39.7',
		start: 300,
		end: 305,
		logprob: Math.log(38 / 64),
		entropy: 1,
		entropyWithoutContext: 4,
		cg: 3,
		kl: 2,
		logprobWithoutContext: -5,
		rank: 1,
		rankWithoutContext: 12,
		pos: 'NUM',
		alternatives: [{ text: ' 36.3', logprob: -2 }],
		alternativesWithoutContext: [],
		sources: [1 / 64, 1 / 2 + 1 / 32, 0, -1 / 64, 5 / 64, -1 / 32, 1 / 64],
		contexts: { 'note-3': 1 / 2, 'note-1': 1 / 32 },
		suspicion: null,
	},
	sources: [1 / 64, 1 / 2 + 1 / 32, 0, -1 / 64, 5 / 64, -1 / 32, 1 / 64],
	word: { text: '39.7', origin: 'from note-3: 55% → 1.6% without it', probability: 0.55, none: 1 / 128 },
	contexts: [
		{ id: 'note-3', index: 2, uri: 'file:///w/case.rag.md', range: [8, 0, 8, 40], words: 1, without: 1 / 64 },
		{ id: 'note-1', index: 0, uri: 'file:///w/case.rag.md', range: [4, 0, 4, 40], words: 0, without: 1 / 2 },
	],
	layers: [
		{ attention: [1 / 64, 1 / 32, 0, -1 / 64], ffn: 1 / 64, afterAttention: 3 / 64, afterFfn: 4 / 64 },
		{ attention: [0, 1 / 2, 0, 0], ffn: 1 / 16, afterAttention: 36 / 64, afterFfn: 40 / 64 },
	],
	sentence: {
		range: [12, 0, 12, 40],
		text: 'The temperature was 39.7 C.',
		verdict: { kind: 'profile', verdict: 'grounded', ignored: false },
		spad: {
			classifier: 'spad+',
			level: 'sentence',
			probability: 0.25,
			threshold: 0.5,
			hallucinated: false,
			paper: null,
			reasons: [
				{
					text: 'numbers here come from the model\u2019s own layers',
					ofSources: true,
					telling: true,
					contribution: 0.75,
					features: [
						{ name: 'FFN_NUM', value: 0.1, usual: 0.05, contribution: 0.5 },
						{ name: 'RAG_NUM', value: 0.5, usual: 0.6, contribution: 0.25 },
					],
				},
			],
			counterReasons: [
				{
					text: 'words here: mean entropy 0.02 (usually 0.05)',
					ofSources: false,
					telling: true,
					contribution: -1.25,
					features: [{ name: 'ENTROPY_MEAN', value: 0.02, usual: 0.05, contribution: -1.25 }],
				},
			],
			given: { words: 'new', rag: 0.5, ffn: 0.1 },
		},
	},
	response: null,
	readWithout: null,
	attribution: { contexts: ['note-1', 'note-2', 'note-3'], parallelLayers: 0, errorBound: 0, sumError: 0, classifiers: [] },
};
