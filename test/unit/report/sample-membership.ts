import type { MembershipAttackReport, MembershipOutcome, MembershipRedteamReport } from '../../../src/formats/membership-redteam.ts';

const measure = (value: number, low: number, high: number, n = 40) => ({ value, low, high, n });

function outcome(accuracy: number, ks: number): MembershipOutcome {
	return {
		accuracy: measure(accuracy, accuracy - 0.1, Math.min(1, accuracy + 0.1)),
		adjustedAccuracy: Math.max(accuracy, 1 - accuracy) - 0.5,
		precision: accuracy,
		recall: 1,
		f1: 0.9,
		ks,
		ksByScore: [],
		roc: [
			[0, 0],
			[0.1, accuracy],
			[1, 1],
		],
	};
}

function attack(name: MembershipAttackReport['name'], title: string, more: Partial<MembershipAttackReport>): MembershipAttackReport {
	return {
		name,
		title,
		documents: 40,
		queries: 80,
		empty: { undefended: 0, defended: 0 },
		undefended: outcome(0.95, 0.9),
		defended: outcome(0.5, 0.08),
		retrieved: measure(1, 0.91, 1),
		flagged: { members: measure(0.98, 0.87, 1), others: measure(0.05, 0.01, 0.17) },
		sessions: null,
		masks: null,
		example: { query: 'Ada <b> was told & so', answer: 'that she may go', defendedAnswer: '' },
		...more,
	};
}

/** A report as `redteam membership` gives one; its figures are made up. */
export const sampleMembership: MembershipRedteamReport = {
	store: 'documents <1>.jsonl',
	documents: { all: 500, index: 400, heldOut: 100 },
	encoder: { name: 'lexical', sha256: 'a'.repeat(64), dimensions: 257, cannotSee: 'It cannot see synonyms.' },
	reader: 'demo',
	judge: 'demo',
	k: 3,
	seed: 1,
	settings: { masks: [5, 10], lambda: 5, questions: 30 },
	private: null,
	screening: {
		from: 'benign',
		name: 'benign.queries.jsonl',
		foundBeside: 'store',
		rule: 'empirical',
		rho: 0.05,
		z: 4.2,
		queries: 120,
		says: 'The threshold is that of 120 benign queries of benign.queries.jsonl (found beside the store): of queries like those at most 5% are flagged.',
	},
	attacks: [
		attack('s2mia', 'S\u00b2MIA', {}),
		attack('mba', 'MBA', { masks: { undefended: 10, defended: 5 }, undefended: outcome(0.8, 0.6), defended: outcome(0.45, 0.1) }),
		attack('ia', 'IA', {
			queries: 1200,
			undefended: outcome(0.9, 0.8),
			defended: outcome(0.7, 0.4),
			sessions: { members: measure(0.95, 0.8, 1), others: measure(0, 0, 0.09) },
		}),
	],
	unscored: [],
	notes: ['Documents that say nearly the same are one to a retriever.'],
};
