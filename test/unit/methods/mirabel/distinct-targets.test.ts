import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { distinctTargets } from '../../../../src/methods/mirabel/distinct-targets.ts';

test('what is asked again is asked once, in whatever case and punctuation; the last stays at its place', () => {
	const asked = ['Is Bruno ill?', 'Who is Mia?', 'is  Bruno ill', 'IS BRUNO ILL?!', 'Ａnd Mia?'].map((text, i) => ({
		text,
		target: `d${i}`,
	}));
	assert.deepEqual(
		distinctTargets(asked).map(({ target }) => target),
		['d1', 'd3', 'd4'],
	);
	assert.equal(distinctTargets([...asked, { text: 'and mia', target: null }]).length, 3);
});

test('texts without letters and digits are told apart by themselves', () => {
	assert.equal(distinctTargets(['?', '!', '?', ''].map((text) => ({ text, target: null }))).length, 3);
});

test('nothing but repetitions goes, and what goes once goes no further', () => {
	const text = fc.constantFrom('a b', 'A, b.', 'c', 'c ', '¿', 'd');
	fc.assert(
		fc.property(fc.array(text), (texts) => {
			const once = distinctTargets(texts.map((one, i) => ({ text: one, target: String(i) })));
			assert.deepEqual(distinctTargets(once), once);
			assert.equal(once.at(-1)?.target, texts.length === 0 ? undefined : String(texts.length - 1));
			assert.ok(
				texts.every((one) =>
					once.some((other) => other.text.replaceAll(/\W/g, '').toLowerCase() === one.replaceAll(/\W/g, '').toLowerCase()),
				),
			);
		}),
	);
});
