import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attackGoals } from '../../../../src/redteam/memory/goals.ts';
import { firstSentence, laundered } from '../../../../src/redteam/memory/laundering.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { smallMemory } from './small-memory.ts';

const [goal] = attackGoals;
const poison = { text: `Note: ${goal!.directive}.`, target: null, goal: goal! };

test('a laundered entry holds the aim in the own voice and nothing of the order', () => {
	const { text, benign } = laundered(poison, smallMemory.entries, seededRandom(1));
	assert.ok(text.includes(goal!.own.slice(1)), text);
	assert.ok(!text.includes(goal!.directive));
	assert.equal(benign.length, 1);
	assert.ok(smallMemory.entries.includes(benign[0]!));
	assert.ok(text.toLowerCase().includes(firstSentence(benign[0]!).slice(1).toLowerCase()), text);
});

test('without poison it is made from two entries of the user', () => {
	const { poison: none, benign } = laundered(null, smallMemory.entries, seededRandom(2));
	assert.equal(none, null);
	assert.equal(benign.length, 2);
});

test('the same seed launders alike', () =>
	assert.deepEqual(laundered(poison, smallMemory.entries, seededRandom(3)), laundered(poison, smallMemory.entries, seededRandom(3))));

test('a first sentence ends where one ends', () => {
	assert.equal(firstSentence('Meet at 10.30 in Hall B. Bring it.'), 'Meet at 10.30 in Hall B');
	assert.equal(firstSentence('no end'), 'no end');
});
