import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GaussianDecoder, gaussianDeviation } from '../../../../lab/pearl/gaussian-decoder.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const logits = (...values: number[]) => Float32Array.from(values);

test('the noise is that of zero-concentrated privacy: more of it for more tokens, less for more documents and a larger ε', () => {
	const of = (changed: object = {}) => gaussianDeviation({ epsilon: 3, delta: 1e-5, tokens: 32, documents: 8, ...changed });
	const rho = 32 / (of() * 8) ** 2;
	assert.ok(Math.abs(rho + 2 * Math.sqrt(rho * Math.log(1e5)) - 3) < 1e-9);
	assert.ok(Math.abs(of() - 1.7) < 0.01);
	assert.ok(Math.abs(of({ tokens: 128 }) - 2 * of()) < 1e-12);
	assert.ok(Math.abs(of({ documents: 32 }) - of() / 4) < 1e-12);
	assert.ok(of({ epsilon: 8 }) < of() / 2);
});

test('without noise it takes the likeliest mean among what is likely without documents; an empty path speaks as that does', () => {
	const decoder = new GaussianDecoder(0, 2, seededRandom(1));
	const without = logits(2, 1, -1);
	// The third is no candidate, whatever documents say.
	assert.deepEqual(decoder.next(without, [logits(0, 3, 9), logits(0, 3, 9)]), { kind: 'token', id: 1 });
	assert.deepEqual(decoder.next(without, [null]), { kind: 'token', id: 0 });
	assert.equal(decoder.paid, 2);
	assert.throws(() => decoder.next(without, [logits(Number.NaN, 0, 0)]), RangeError);
	assert.throws(() => decoder.next(without, []), RangeError);
});

test('with much noise every candidate comes, about as often', () => {
	const decoder = new GaussianDecoder(50, 2, seededRandom(2));
	const ids = Array.from({ length: 400 }, () => decoder.next(logits(2, 1, -1), [logits(9, 0, 0)])).map(
		(choice) => choice.kind === 'token' && choice.id,
	);
	assert.deepEqual(new Set(ids), new Set([0, 1]));
	assert.ok(ids.filter((id) => id === 0).length < 260);
});
