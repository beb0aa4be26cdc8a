import assert from 'node:assert/strict';
import { test } from 'node:test';
import { influenceWords } from '../../../src/report/repcs-words.ts';

const figures = { eta: 0.4321, unexplained: 0.126, mixtureBound: 9.5, bound: 12.25 };

test('the influence in words, with the bound that holds and the one that holds for a mixture', () => {
	assert.equal(
		influenceWords({ influence: figures }),
		'\u03b7 0.43 (influence of the contexts; 13% of the movement is no such mixture); \u03a3 ln(1 + \u03b7\u00b2 \u03c7\u00b2) 9.50 nats bounds Z where it is one; Z is at most 12.25 nats by the measured \u03c7\u00b2 (\u03a3 ln(1 + \u03c7\u00b2))',
	);
	assert.match(
		influenceWords({ influence: { eta: null, unexplained: null, mixtureBound: null, bound: Number.MAX_VALUE } }) ?? '',
		/^\u03b7 not known: .* at most 1\.8e\+308 nats/,
	);
	assert.equal(influenceWords({ influence: null }), null);
});
