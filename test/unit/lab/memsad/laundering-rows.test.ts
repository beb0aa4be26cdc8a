import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { distrusted, knownDerivation } from '../../../../lab/memsad/laundering-rows.ts';
import { attackGoals } from '../../../../src/redteam/memory/goals.ts';

const [goal] = attackGoals;
const set = [
	{ text: 'from poison', poison: { text: 'poison', target: null, goal: goal! }, benign: ['mine'] },
	{ text: 'from mine', poison: null, benign: ['mine', 'also mine'] },
];
const texts = set.map(({ text }) => text);
const known = { isFlagged: (text: string) => text === 'poison', isSigned: (text: string) => text.endsWith('mine') };

describe('consolidations by their lineage', () => {
	test('what was made from something flagged is distrusted, and nothing else', () =>
		assert.deepEqual(distrusted(texts, knownDerivation(set), known, false), [true, false]));

	test('poison that nobody has flagged is found by its missing signature alone', () => {
		const unseen = { ...known, isFlagged: () => false };
		assert.deepEqual(distrusted(texts, knownDerivation(set), unseen, false), [false, false]);
		assert.deepEqual(distrusted(texts, knownDerivation(set), unseen, true), [true, false]);
	});

	test('without a derivation only what is flagged itself is distrusted', () => {
		const none = texts.map(() => []);
		assert.deepEqual(distrusted(texts, none, known, false), [false, false]);
		assert.deepEqual(distrusted(texts, none, { ...known, isFlagged: (text) => text === 'from poison' }, false), [true, false]);
	});
});
