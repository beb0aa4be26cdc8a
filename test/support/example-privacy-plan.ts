import { privateSettings } from '../../src/formats/private-settings.ts';
import type { BudgetOutlook, PrivacyBudgetState, BudgetState, DecoderOutlook, PrivatePlan } from '../../src/protocol/private.ts';

export const settings = privateSettings.parse({});

export const budget: BudgetState = {
	file: '/w/data/ledgers/corpus-0123456789abcdef.jsonl',
	corpus: 'corpus',
	owner: 'Ada',
	epsilon: 30,
	delta: 1e-4,
	spentEpsilon: 9,
	spentDelta: 3e-5,
	releases: 3,
	renewal: 'monthly',
	renewsAt: '2026-12-01T00:00:00Z',
	damage: [],
};

export const panelState: PrivacyBudgetState = {
	access: 'full',
	saved: { settings, documents: 8 },
	problems: [],
	corpus: { path: '/w/corpus', label: 'corpus', byDefault: false },
	corpora: [],
	sharedLedger: null,
	ledger: { kind: 'ready', budget },
};

/**
 * Of the sentence vote with ε = 3, δ = 1e-5 and 8 documents: made with Python's decimals (50 digits) from the recursion of Desfontaines,
 * Voss, Gipson and Mandayam (2022), p_n = min(e^ε p_{n−1} + δ, 1 − e^{−ε}(1 − p_{n−1} − δ), 1), rounded to 6 digits.
 */
export const voted: DecoderOutlook = {
	decoder: 'sentence-vote',
	possible: true,
	says: 'One sentence, if 5 of 8 documents word it alike.',
	steps: 1,
	stepEpsilon: 3,
	temperature: null,
	releaseProbability: [0, 0.00001, 0.000211, 0.004245, 0.085276, 0.954459, 0.997733, 0.999888, 0.999995],
	half: 5,
	sure: 5,
};

const other = { steps: 1, stepEpsilon: 3, temperature: null, releaseProbability: [], half: null, sure: null };

export const plan: PrivatePlan = {
	settings,
	documents: 8,
	decoders: [
		voted,
		{ ...other, decoder: 'public-list', possible: false, says: 'Nothing: there is no list.' },
		{ ...other, decoder: 'gated-votes', possible: true, says: 'Two uncertain words.', steps: 2, stepEpsilon: 1.5 },
		{ ...other, decoder: 'per-token', possible: false, says: 'Noise.', steps: 48, stepEpsilon: 0.19, temperature: 5.26 },
	],
	keywords: null,
	says: ['With 8 documents and ε = 3, you get one sentence if at least 5 of them agree.', 'Fewer than 4 documents are hardly ever heard.'],
	group: [
		{ documents: 1, epsilon: 3, delta: 1e-5 },
		{ documents: 2, epsilon: 6, delta: 4.02e-4 },
		{ documents: 3, epsilon: 9, delta: 0.0121 },
		{ documents: 5, epsilon: 15, delta: 8.14 },
	],
	releases: [1, 2, 3, 5, 10, 20].map((count) => ({ count, epsilon: Math.min(3 * count, 3 * count ** 0.85) })),
	split: { decode: 1, filter: 0, refill: 0 },
	hopeless: false,
	budget,
	refused: null,
};

export const outlook: BudgetOutlook = {
	plan,
	presets: [
		{ epsilon: 1, possible: false, says: 'Nothing: 14 of 8 documents would have to agree.' },
		{ epsilon: 3, possible: true, says: 'One sentence, if 5 documents word it alike.' },
		{ epsilon: 6, possible: true, says: 'One sentence, if 3 documents word it alike.' },
	],
};
