import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { distinctContextIds } from '../../../src/formats/context-id.ts';

test('ids become distinct, the first of each stays, and what was distinct is not changed', () => {
	assert.deepEqual(distinctContextIds(['a', 'a', 'a#2', 'a', 'b']), ['a', 'a#3', 'a#2', 'a#4', 'b']);
	const id = fc.stringMatching(/^[ab](?:#[2-4])?$/);
	fc.assert(
		fc.property(fc.array(id, { maxLength: 12 }), (ids) => {
			const distinct = distinctContextIds(ids);
			assert.equal(new Set(distinct).size, ids.length);
			for (const [i, one] of ids.entries()) {
				if (ids.indexOf(one) === i) assert.equal(distinct[i], one);
				else assert.ok(distinct[i]!.startsWith(`${one}#`));
			}
		}),
	);
});

test('20,000 chunks of one file take as many steps', () => {
	const distinct = distinctContextIds(Array.from({ length: 20_000 }, () => 'a'));
	assert.equal(distinct.at(-1), 'a#20000');
});
