import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFromList, listVote, namedItem } from '../../../../src/methods/pearl/public-list.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';

test('the item that an answer names first, the longest of those that begin there, as whole words', () => {
	const list = ['Ward 4', 'Ward 41', 'Norcillin', 'Norcillin forte', 'B-12'];
	assert.equal(namedItem('It is norcillin forte, not Ward 4.', list), 3);
	assert.equal(namedItem('It is Ward 41.', list), 1);
	assert.equal(namedItem('It is Norcillins.', list), null);
	assert.equal(namedItem('The b-12 then.', list), 4);
	assert.equal(namedItem('', list), null);
	assert.equal(namedItem('x', ['', '…']), null);
});

test('an answer votes for an item or for none; one that says nothing has no vote', () => {
	assert.deepEqual(
		['It is Ward 4.', 'I cannot say.', '', ' \n'].map((answer) => listVote(answer, ['Ward 5', 'Ward 4'])),
		[1, 'none', null, null],
	);
});

test('drawn in proportion to e^(ε · votes), none with the weight of the list; who has no vote moves nothing', () => {
	// Weights by hand: e^(1·2), e^(1·1), e^0, and for none 3·e^(1·1).
	const weights = [Math.exp(2), Math.exp(1), 1, 3 * Math.exp(1)];
	const total = weights.reduce((a, b) => a + b, 0);
	const draws = 20_000;
	const bits = seededBits(5);
	const counts = [0, 0, 0, 0];
	for (let i = 0; i < draws; i++) counts[drawFromList([0, null, 0, 1, 'none', null], { size: 3, epsilon: 1, bits }) ?? 3]!++;
	// Chi-square with 3 degrees of freedom: 30.66 at α = 1e-6.
	const chi = counts.reduce((sum, count, i) => sum + (count - (draws * weights[i]!) / total) ** 2 / ((draws * weights[i]!) / total), 0);
	assert.ok(chi < 30.66, `${chi} ${counts.join(' ')}`);
});

test('with many votes alike that item, with votes for none nothing', () => {
	const bits = seededBits(1);
	for (let i = 0; i < 50; i++) {
		assert.equal(drawFromList(Array<number>(12).fill(2), { size: 5, epsilon: 3, bits }), 2);
		assert.equal(drawFromList(Array<'none'>(12).fill('none'), { size: 5, epsilon: 3, bits }), null);
	}
});
