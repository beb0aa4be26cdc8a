import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allReasons, givenInWords, givenWithoutReason, mainReasons, shownReasons } from '../../../src/report/main-reasons.ts';

const source = "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)";
const reasons = ['new words here: mean entropy 2.00 (usually 0.01)', source, 'c'].map((text) => ({
	text,
	ofSources: text === source,
	telling: true,
	contribution: 1,
	features: [],
}));
const given = { words: 'new', rag: -0.00001, ffn: 0.614 } as const;

test("the reason about sources comes first, lest a line's end is cut, then the strongest other", () => {
	assert.equal(mainReasons({ reasons, given }), `${source}; new words here: mean entropy 2.00 (usually 0.01)`);
	assert.deepEqual(shownReasons({ reasons }, 3), [source, 'new words here: mean entropy 2.00 (usually 0.01)', 'c']);
	assert.equal(givenWithoutReason({ reasons, given }), null);
});

test('a reason in which nothing is to be seen is said to who asks for all of them alone', () => {
	const usual = {
		text: 'nothing unusual in the lowest entropy of words here (0.00)',
		ofSources: false,
		telling: false,
		contribution: 9,
		features: [],
	};
	assert.deepEqual(shownReasons({ reasons: [usual, ...reasons] }, 9), shownReasons({ reasons }, 9));
	assert.deepEqual(allReasons({ reasons: [usual] }, 9), [usual.text]);
	assert.equal(mainReasons({ reasons: [usual], given }), "new words here get 0.00 from the contexts and 0.61 from the model's own layers");
});

test('where no reason is about sources, the plain fact comes first, and is not called a reason', () => {
	const others = reasons.filter(({ ofSources }) => !ofSources);
	assert.equal(
		mainReasons({ reasons: others, given }),
		"new words here get 0.00 from the contexts and 0.61 from the model's own layers; reason: new words here: mean entropy 2.00 (usually 0.01)",
	);
	assert.match(givenWithoutReason({ reasons: others, given })!, /layers, which is no reason by itself$/);
	assert.equal(
		givenInWords({ given: { words: 'all', rag: -0.1, ffn: 0 } }),
		"words here get −0.10 from the contexts and 0.00 from the model's own layers",
	);
	assert.deepEqual([mainReasons({ reasons: [], given }), givenWithoutReason({ reasons: [], given })], ['', null]);
});
