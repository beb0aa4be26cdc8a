import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costQuestion, firstPayer, refusalOf } from '../../../../src/extension/private-answer/cost-words.ts';
import { budget, plan } from '../../../support/example-privacy-plan.ts';

test('what an answer costs, what it leaves, and that it stays spent, stand in the question', () => {
	const { message, detail } = costQuestion(budget, plan, '/w/corpus');
	assert.equal(message, 'Spend ε = 3 and δ = 1e-5 of the budget of corpus?');
	// 30 − 9 spent − 3 for this answer.
	assert.match(detail, /After it, ε = 18 of 30 is left until (Nov 30|Dec 1), 2026/);
	assert.match(detail, /you get one sentence if at least 5 of them agree/);
	assert.match(detail, /What you spend stays spent, even if nothing can be released/);
	assert.match(detail, /‘Spend, Review and Write a Private File’ also writes a second file beside the answer.* only you can read it/);
	assert.doesNotMatch(detail, /no budget yet/);
});

test('the question says if little of use can come out', () => {
	assert.equal(
		costQuestion(budget, { ...plan, hopeless: true }, '/w/corpus').message,
		'Spend ε = 3 and δ = 1e-5 of the budget of corpus, although little of use can come out?',
	);
});

test('the first answer of a corpus makes its budget, and the question says which', () => {
	const payer = firstPayer('corpus');
	assert.equal(refusalOf(payer, plan), undefined);
	assert.match(
		costQuestion(payer, plan, '/w/corpus').detail,
		/no budget yet\. This answer creates one of ε = 10 and δ = 1e-4 in all, and you own it/,
	);
	assert.match(costQuestion(payer, plan, '/w/corpus').detail, /After it, ε = 7 of 10 is left\./);
	assert.match(
		refusalOf(payer, { settings: { ...plan.settings, epsilon: 11 } })?.message ?? '',
		/corpus has ε = 10 and δ = 1e-4 left\. Its budget never renews/,
	);
});

test('a ledger that is damaged or spent refuses before anything is asked of the model', () => {
	assert.equal(refusalOf(budget, plan), undefined);
	const damaged = refusalOf({ ...budget, damage: ['Entry 3 was changed.'] }, plan);
	assert.equal(damaged?.kind, 'damaged');
	assert.match(damaged.message, /Nothing was spent.*Entry 3 was changed/);
	const short = refusalOf({ ...budget, spentEpsilon: 28 }, plan);
	assert.equal(short?.kind, 'short');
	assert.match(short.message, /takes ε = 3 and δ = 1e-5, and corpus has ε = 2 and δ = 7e-5 left.*renews on/);
	// What is left is rounded down, and what it takes up.
	const almost = refusalOf({ ...budget, epsilon: 3, spentEpsilon: 0.0004, delta: 1e-5, spentDelta: 5e-9 }, plan);
	assert.match(almost?.message ?? '', /takes ε = 3 and δ = 1e-5, and corpus has ε = 2\.99 and δ = 9\.99e-6 left/);
	const tiny = { ...plan, settings: { ...plan.settings, epsilon: 0.00041, delta: 1.2345e-5 } };
	assert.match(costQuestion(budget, tiny, '/w').message, /^Spend ε = 4\.1e-4 and δ = 1\.24e-5 of/);
	assert.match(refusalOf({ ...budget, spentDelta: 1e-4, renewsAt: null }, plan)?.kind ?? '', /short/);
});

test('sums of decimal fractions do not refuse the last answer that fits', () => {
	// 0.1 + 0.2 is more than 0.3 in floating point.
	const settings = { ...plan.settings, epsilon: 0.3, delta: 1e-5 };
	const tenths = { ...budget, epsilon: 0.6, spentEpsilon: 0.1 + 0.2, delta: 3e-5, spentDelta: 2e-5 };
	assert.ok(tenths.epsilon - tenths.spentEpsilon < 0.3);
	assert.equal(refusalOf(tenths, { settings }), undefined);
});
