import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageAgreement } from '../../../../src/methods/spad/passage-agreement.ts';
import { spanOf } from './fixture.ts';

test('name and value from different passages', () => {
	const agreement = passageAgreement(
		spanOf([
			{ tag: 'PROPN', passages: [0.75, 0, 0] },
			{ tag: 'NUM', passages: [0, 0.25, 0] },
			{ tag: 'VERB', passages: [0, 0, 0] },
		]),
	);
	assert.deepEqual(agreement, { cosine: 0, largest: 0.75, second: 0.25, tokenShare: 2 / 3, tokenAmount: 1 / 3, same: 0, total: 1 / 3 });
});

test('name and value from the same passage, with a part of another; what speaks against a token is none where passages are compared', () => {
	const agreement = passageAgreement(
		spanOf([
			{ tag: 'PROPN', passages: [0.5, -0.5] },
			{ tag: 'NOUN', passages: [0.75, 0.25] },
		]),
	);
	assert.ok(Math.abs(agreement.cosine - 0.375 / (0.5 * Math.hypot(0.75, 0.25))) < 1e-15);
	assert.ok(Math.abs(agreement.largest - 1.25 / 1.5) < 1e-15 && Math.abs(agreement.second - 0.25 / 1.5) < 1e-15);
	assert.equal(agreement.tokenShare, (0.5 + 0.75) / 2);
	assert.equal(agreement.tokenAmount, (0.5 + 0.75) / 2);
	assert.equal(agreement.same, 1);
	assert.equal(agreement.total, 1);
});

test('without contexts, or with nothing from them, all is 0', () => {
	const zeros = { cosine: 0, largest: 0, second: 0, tokenShare: 0, tokenAmount: 0, same: 0, total: 0 };
	assert.deepEqual(passageAgreement(spanOf([{ tag: 'PROPN' }, { tag: 'NUM' }], 0)), zeros);
	assert.deepEqual(passageAgreement(spanOf([{ tag: 'PROPN' }, { tag: 'NUM' }], 2)), zeros);
});

test('one passage alone agrees with itself', () => {
	const { cosine, largest, second, same } = passageAgreement(
		spanOf([
			{ tag: 'PROPN', passages: [0.5] },
			{ tag: 'NUM', passages: [0.125] },
		]),
	);
	assert.deepEqual([cosine, largest, second, same], [1, 1, 0, 1]);
});
