import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenInWords, shownReasons } from '../../../src/report/main-reasons.ts';

const source = "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)";
const reasons = ['new words here: mean entropy 2.00 (usually 0.01)', source, 'c'].map((text) => ({
	text,
	ofSources: text === source,
	telling: true,
	contribution: 1,
	features: [],
}));

test('the reason about sources comes first, in case the end of a line is cut', () => {
	assert.deepEqual(shownReasons({ reasons }, 3), [source, 'new words here: mean entropy 2.00 (usually 0.01)', 'c']);
	assert.deepEqual(shownReasons({ reasons }, 1), [source]);
});

test('a reason in which nothing unusual is to be seen is not said', () => {
	const text = 'nothing unusual in the lowest entropy of words here (0.00)';
	const usual = { text, ofSources: false, telling: false, contribution: 9, features: [] };
	assert.deepEqual(shownReasons({ reasons: [usual, ...reasons] }, 9), shownReasons({ reasons }, 9));
	assert.deepEqual(shownReasons({ reasons: [usual] }, 9), []);
});

test('what contexts and the model\u2019s own layers give is a number', () => {
	assert.equal(
		givenInWords({ given: { words: 'all', rag: -0.1, ffn: 0 } }),
		"words here get −0.10 from the contexts and 0.00 from the model's own layers",
	);
});
