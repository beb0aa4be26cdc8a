import { test } from 'node:test';
import { budgetText, verificationText } from '../../../src/cli/output/budget-text.ts';
import type { BudgetState } from '../../../src/protocol/private.ts';
import { assertGolden } from './golden.ts';

const state: BudgetState = {
	file: '/home/dana/.local/share/rag-assay/ledgers/documents-0123456789abcdef.jsonl',
	corpus: 'documents',
	owner: 'Dana \u001b[8mEvil',
	epsilon: 3,
	delta: 1e-5,
	spentEpsilon: 0.3,
	spentDelta: 1e-6,
	releases: 1,
	renewal: 'monthly',
	renewsAt: '2026-12-01T00:00:00.000Z',
	damage: [],
	notes: ['From 2026-12-01 on: ε 5 and δ 0.00001 a month, owned by Dana.'],
};
const damage = ['Entry 1 (line 2) was changed: its hash does not match.', 'The ledger was rolled back.'];

test('what is left of a budget, what is to come, and what is wrong with its ledger', () => {
	assertGolden(
		'budget.txt',
		[
			budgetText(state, 1),
			budgetText({ ...state, renewal: 'never', renewsAt: null, releases: 4, spentEpsilon: 3, notes: [], damage }, 1),
			budgetText({ ...state, renewal: '30d', notes: [] }, 1),
			budgetText(null, 1),
		].join('\n'),
	);
});

test('what checking a ledger has found', () => {
	const { file } = state;
	assertGolden(
		'budget-verification.txt',
		[
			verificationText({ file, entries: 1200, damage: [], notes: ['The last record is cut off; it spent nothing.'] }, 1),
			verificationText({ file, entries: 1, damage }, 1),
			verificationText({ file, entries: 0, damage: [] }, 1),
		].join('\n'),
	);
});
