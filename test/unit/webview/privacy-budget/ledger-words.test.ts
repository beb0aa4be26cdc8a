import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paysInWords, proposedBudget, readBudget } from '../../../../webview/privacy-budget/budget-draft.ts';
import {
	barInWords,
	barOf,
	renewalInWords,
	roomIn,
	roomInWords,
	verifiedInWords,
} from '../../../../webview/privacy-budget/ledger-words.ts';
import { budget } from '../../../support/example-privacy-plan.ts';

const planned = { epsilon: 3, delta: 1e-5 };

test('what is left, and how many answers it pays for: the scarcer of ε and δ decides', () => {
	assert.equal(
		roomInWords(budget, planned),
		'The budget pays for 7 more answers like this one: ε = 21 of 30 and δ = 7e-5 of 1e-4 are left.',
	);
	assert.equal(roomIn(budget, { epsilon: 3, delta: 3e-5 }).answers, 2);
	assert.match(
		roomInWords({ ...budget, spentEpsilon: 28 }, planned),
		/^The budget does not pay for an answer like this one, which takes ε = 3: ε = 2 of 30/,
	);
	assert.match(roomInWords({ ...budget, spentDelta: 1e-4 }, planned), /which takes δ = 1e-5/);
	// What is left is rounded down, so that the sentence does not contradict itself.
	assert.equal(
		roomInWords({ ...budget, delta: 1e-5, spentDelta: 5e-8 }, planned),
		'The budget does not pay for an answer like this one, which takes δ = 1e-5: ε = 21 of 30 and δ = 9.95e-6 of 1e-5 are left.',
	);
	assert.match(roomInWords({ ...budget, epsilon: 3, spentEpsilon: 0.0004 }, planned), /takes ε = 3: ε = 2\.99 of 3 /);
	// What a subtraction of doubles leaves behind is not left.
	assert.match(roomInWords({ ...budget, epsilon: 0.3, spentEpsilon: 0.1 + 0.2 - 1e-16 }, planned), /ε = 0 of 0\.3 /);
	assert.equal(roomInWords({ ...budget, damage: ['x'] }, planned), 'Nothing is released: the ledger is damaged.');
	// 3 × 0.1 is more than 0.3 in floating point.
	assert.equal(roomIn({ ...budget, epsilon: 0.4, spentEpsilon: 3 * 0.1 }, { epsilon: 0.1, delta: 1e-6 }).answers, 1);
});

test('a check says what was cut off beside what holds', () => {
	const torn = 'The last record is cut off; how much it spent is unknown.';
	assert.equal(
		verifiedInWords({ file: '/l', entries: 2, damage: [], notes: [torn] }),
		`The ledger is intact: 2 entries checked, from the first to the last. ${torn}`,
	);
	assert.equal(
		verifiedInWords({ file: '/l', entries: 2, damage: ['Entry 2 was changed.'], notes: [torn] }),
		'The ledger is damaged: Entry 2 was changed.',
	);
});

test('when it renews', () => {
	assert.match(renewalInWords(budget), /^It renews every month, next on (Nov 30|Dec 1), 2026/);
	assert.equal(renewalInWords({ renewal: 'never', renewsAt: null }), 'It never renews.');
});

test('the bar: what was spent, this answer, what is left after it; never more than all', () => {
	assert.deepEqual(barOf(budget, 3), { spent: 0.3, planned: 0.1, left: 0.6 });
	assert.deepEqual(barOf({ ...budget, spentEpsilon: 40 }, 3), { spent: 1, planned: 0, left: 0 });
	assert.equal(barInWords(budget, 3), 'Budget of ε = 30: 9 spent by 3 answers, 3 for this answer, 18 left after it.');
	assert.equal(
		barInWords({ ...budget, spentEpsilon: 28 }, 3),
		'Budget of ε = 30: 28 spent by 3 answers, 2 left, less than the 3 of this answer.',
	);
});

test('a first budget is what a first answer would make; another one begins with what is in force', () => {
	assert.deepEqual(proposedBudget(null), { epsilon: '10', delta: '1e-4', renewal: 'never', days: '30' });
	assert.deepEqual(proposedBudget({ ...budget, renewal: 'weekly' }), { epsilon: '30', delta: '1e-4', renewal: 'weekly', days: '30' });
	assert.deepEqual(proposedBudget({ ...budget, renewal: '14d' }), { epsilon: '30', delta: '1e-4', renewal: 'days', days: '14' });
	assert.deepEqual(proposedBudget({ ...budget, epsilon: 0, delta: 0, damage: ['x'] }).epsilon, '10', 'none could be read');
	const written = { owner: '', epsilon: '9', delta: '1e-4', renewal: 'monthly', days: '30' };
	assert.equal(paysInWords(written, planned), 'Pays for 3 answers like this one a month.');
	assert.equal(paysInWords({ ...written, renewal: 'days' }, planned), 'Pays for 3 answers like this one every 30 days.');
	assert.equal(paysInWords({ ...written, renewal: 'days', days: 'x' }, planned), 'Pays for 3 answers like this one.');
	assert.equal(paysInWords({ ...written, delta: '1e-6' }, planned), 'Too little for an answer like this one.');
	assert.equal(paysInWords({ ...written, epsilon: 'x' }, planned), '');
});

test('a budget says what it lacks', () => {
	assert.deepEqual(readBudget({ owner: ' Ada ', ...proposedBudget(null) }), {
		right: true,
		budget: { owner: 'Ada', epsilon: 10, delta: 1e-4, renewal: 'never' },
	});
	const read = readBudget({ owner: ' ', epsilon: '0', delta: '2', renewal: 'monthly', days: '' });
	assert.ok(!read.right);
	assert.deepEqual(Object.keys(read.problems), ['owner', 'epsilon', 'delta']);
	assert.equal(read.problems.delta, 'Write a number from 0.000000000000001 to 1.');
});

test('a period of so many days is 1 to 9999 of them', () => {
	const draft = { ...proposedBudget(null), owner: 'Ada', renewal: 'days' };
	const of = (days: string): unknown => {
		const read = readBudget({ ...draft, days });
		return read.right ? read.budget.renewal : read.problems;
	};
	assert.deepEqual([of('30'), of(' 1 '), of('9999')], ['30d', '1d', '9999d']);
	for (const days of ['0', '', '1.5', '10000', '30d', 'x'])
		assert.deepEqual(of(days), { days: 'Write a whole number from 1 to 9999.' }, days);
});
