import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cryptographicBits } from '../../../src/privacy/cryptographic-bits.ts';
import { seededBits, uniformBelow } from '../../../src/privacy/random-bits.ts';
import { assertDrawnFrom, tally } from './chi-square.ts';

const even = (size: number): number[] => Array.from({ length: size }, () => 1 / size);

test('a seeded source says so and repeats itself; the cryptographic one does neither', () => {
	const draws = (bits: ReturnType<typeof seededBits>): bigint[] => Array.from({ length: 20 }, () => bits.below(1n << 100n));
	assert.deepEqual(draws(seededBits(7)), draws(seededBits(7)));
	assert.notDeepEqual(draws(seededBits(7)), draws(seededBits(8)));
	assert.equal(seededBits(7).seeded, true);
	assert.equal(cryptographicBits().seeded, false);
	assert.notDeepEqual(draws(cryptographicBits()), draws(cryptographicBits()));
});

test('all are equally likely, for limits of one word and of several that are no power of two', () => {
	for (const [name, bits] of [
		['seeded', seededBits(1)],
		['cryptographic', cryptographicBits()],
	] as const)
		for (const [limit, cells] of [
			[3n, 3],
			[1000n, 1000],
			[2n ** 32n - 1n, 255],
			// Three quarters of what two words hold: a remainder by division would make the lower half twice as likely.
			[3n * 2n ** 62n, 96],
			[5n * 2n ** 76n, 100],
			[2n ** 200n, 64],
		] as const)
			assertDrawnFrom(
				tally(cells, () => Number((bits.below(limit) * BigInt(cells)) / limit)),
				even(cells),
				`${name} below ${limit}`,
			);
});

test('draws are below the limit, whatever it is; the highest words are drawn again', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 2n ** 300n }), fc.integer(), (limit, seed) => {
			const drawn = seededBits(seed).below(limit);
			assert.ok(drawn >= 0n && drawn < limit);
		}),
	);
	const words = [0xffffffff, 0xffffffff, 0, 5];
	assert.equal(
		uniformBelow(() => words.shift()!, 2n ** 64n - 1n),
		5n,
	);
	assert.throws(() => seededBits(1).below(0n), RangeError);
});
