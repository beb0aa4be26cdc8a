import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	curveInWords,
	groupInWords,
	releasesInWords,
	savedInWords,
	shareInWords,
	splitInWords,
	stepsInWords,
} from '../../../../webview/privacy-budget/words.ts';
import { plan, voted } from '../../../support/example-privacy-plan.ts';

test('a promise with δ of 1 is none', () => {
	assert.equal(groupInWords(15, 8.14), 'do anything: there is no promise, because δ is 1 or more');
	assert.equal(groupInWords(3, 1e-5), 'make an answer at most 21 times more or less likely');
});

test('the curve in words: nearly always, half, or never', () => {
	assert.equal(
		curveInWords(voted),
		'A sentence that 5 documents give is nearly always released (95%). A sentence that fewer documents give seldom is.',
	);
	assert.equal(
		curveInWords({ ...voted, half: 4 }),
		'A sentence that 4 documents give is released in at least half of all cases, and a sentence that 5 give is nearly always released (95%).',
	);
	assert.equal(
		curveInWords({ ...voted, half: 7, sure: null }),
		'A sentence that 7 documents give is released in at least half of all cases. Even if all 8 give it, it does not reach 95%.',
	);
	// ε = 1 with 8 documents: p_8 = 0.017343, by the same recursion.
	assert.equal(
		curveInWords({ ...voted, half: null, sure: null, releaseProbability: [...voted.releaseProbability.slice(0, -1), 0.017343] }),
		'Even a sentence that all 8 documents give is released in only 1.7% of cases.',
	);
});

test('one document, and what it can hardly bring about, are said as they are', () => {
	const words = (...releaseProbability: number[]): string =>
		curveInWords({ half: null, sure: null, releaseProbability } as unknown as Parameters<typeof curveInWords>[0]);
	assert.equal(words(0, 1e-5), 'Even a sentence that the one document gives is released in less than 0.01% of cases.');
	assert.equal(words(0, 1e-5, 0.017), 'Even a sentence that all 2 documents give is released in only 1.7% of cases.');
});

test('what is nearly certain or impossible does not look as if it were', () => {
	assert.deepEqual([0, 0.00001, 0.004245, 0.085276, 0.954459, 0.999995, 1].map(shareInWords), [
		'0%',
		'< 0.01%',
		'0.42%',
		'8.5%',
		'95.4%',
		'> 99.9%',
		'100.0%',
	]);
});

test('steps, with a temperature that is called noise where it is', () => {
	assert.deepEqual(
		plan.decoders.map((way) => stepsInWords(way, plan)),
		[
			'1 step, which costs ε = 3',
			'1 step, which costs ε = 3',
			'2 steps of ε = 1.5, which cost ε = 3 together',
			'48 steps of ε = 0.19, which cost ε = 3 together; effective temperature 5.3: noise',
		],
	);
	assert.equal(stepsInWords({ ...voted, steps: 0 }, plan), '');
	assert.equal(stepsInWords({ ...voted, temperature: 0.84 }, plan), '1 step, which costs ε = 3; effective temperature 0.8');
	// The planner gives a step of a public list a little more, because δ pays for a part of it: no more than ε is spent.
	assert.equal(stepsInWords({ ...voted, stepEpsilon: 3.01 }, plan), '1 step, which costs ε = 3');
	assert.equal(
		stepsInWords({ ...voted, steps: 2, stepEpsilon: 0.95 }, { ...plan, split: { decode: 0.6, filter: 0.1, refill: 0.3 } }),
		'2 steps of ε = 0.95, which cost ε = 1.8 together',
	);
});

test('several answers: less than their sum, or their sum', () => {
	assert.equal(
		releasesInWords([
			{ count: 1, epsilon: 3 },
			{ count: 20, epsilon: 38.28 },
		]),
		'20 answers like this one promise ε = 38.3 together. The ledger counts their sum, which is 60.',
	);
	assert.equal(
		releasesInWords([
			{ count: 1, epsilon: 3 },
			{ count: 2, epsilon: 6 },
		]),
		'2 answers like this one promise ε = 6 together, which is their sum.',
	);
});

test('how ε is shared, and whether it is saved', () => {
	assert.equal(splitInWords({ decode: 1, filter: 0, refill: 0 }), 'At present: all for the answer.');
	assert.equal(
		splitInWords({ decode: 0.6, filter: 0.1, refill: 0.3 }),
		'At present: 0.6 for the answer, 0.1 for cutting, and 0.3 for keywords.',
	);
	assert.deepEqual(
		[savedInWords('full', false, true), savedInWords('full', false, false), savedInWords('full', true, false)],
		['Saved in the settings of this workspace.', 'Not saved yet.', 'Not saved: a value is not valid yet.'],
	);
	assert.equal(savedInWords('full', true, true), 'The settings have a value that is not valid yet.');
	assert.match(savedInWords('untrusted', false, true), /^Restricted Mode/);
	assert.match(savedInWords('no-folder', false, true), /open a folder/);
});
