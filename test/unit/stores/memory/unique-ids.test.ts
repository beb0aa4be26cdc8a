import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UniqueIds } from '../../../../src/stores/memory/unique-ids.ts';

test('what is new keeps its name, and what is not gets a number', () => {
	const ids = new UniqueIds();
	assert.deepEqual(
		['a', 'b', 'a', 'a', 'a~2', 'a~2', 'a', ''].map((id) => ids.take(id)),
		['a', 'b', 'a~2', 'a~3', 'a~2~2', 'a~2~3', 'a~4', ''],
	);
});

test('no two are alike, and the same ones come of the same names, beyond any first size', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom('a', 'b', 'a~2', 'b~3', 'a~2~2'), { maxLength: 60 }), (names) => {
			const [one, other] = [new UniqueIds(), new UniqueIds()];
			const taken = names.map((name) => one.take(name));
			assert.equal(new Set(taken).size, names.length);
			assert.deepEqual(
				names.map((name) => other.take(name)),
				taken,
			);
		}),
	);
	const many = new UniqueIds();
	for (let i = 0; i < 5000; i++) assert.equal(many.take(`id ${i}`), `id ${i}`);
	for (let i = 0; i < 5000; i++) assert.equal(many.take(`id ${i}`), `id ${i}~2`);
});
