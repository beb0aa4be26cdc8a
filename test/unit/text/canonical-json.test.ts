import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalJson } from '../../../src/text/canonical-json.ts';

test('the example of RFC 8785, section 3.2.2', () => {
	assert.equal(
		canonicalJson({
			numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
			string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
			literals: [null, true, false],
		}),
		'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
	);
});

test('members go by UTF-16 units, as in RFC 8785, section 3.2.3', () => {
	const members = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
	assert.deepEqual(Object.values(JSON.parse(canonicalJson(members).replaceAll('"1"', '"one"')) as object), [2, 4, 6, 7, 1, 5, 3]);
});

test('values that JSON takes for the same are written the same, others not', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
			assert.deepEqual(JSON.parse(canonicalJson(a)), JSON.parse(JSON.stringify(a)));
			assert.equal(canonicalJson(JSON.parse(JSON.stringify(a))), canonicalJson(a));
			if (canonicalJson(a) === canonicalJson(b)) assert.deepEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
		}),
	);
});

test('what has no form is refused', () => {
	const ring: Record<string, unknown> = {};
	ring['self'] = ring;
	for (const value of [Number.NaN, Infinity, 1n, () => 1, ring, undefined]) assert.throws(() => canonicalJson(value), TypeError);
	assert.equal(canonicalJson({ a: undefined, b: [undefined] }), '{"b":[null]}');
});
