import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blocksOf, rowsOf, rowsOfBlock, runsOf } from '../../../../src/runner/models/origin-blocks.ts';
import { originsOf } from '../attributed.ts';

describe('origins in blocks', () => {
	it('put together are those of the asked rows, in their order', () => {
		fc.assert(
			fc.property(
				fc
					.integer({ min: 1, max: 100 })
					.chain((tokens) => fc.tuple(fc.constant(tokens), fc.array(fc.nat(tokens - 1), { minLength: 1, maxLength: 8 }))),
				([tokens, rows]) => {
					const blocks = blocksOf(rows);
					assert.deepEqual(
						blocks,
						[...new Set(blocks)].toSorted((a, b) => a - b),
					);
					assert.deepEqual(
						rowsOf(
							blocks.map((first) => originsOf(rowsOfBlock(first, tokens))),
							rows,
						),
						originsOf(rows),
					);
				},
			),
		);
	});

	it('the last block ends with the response', () => {
		assert.deepEqual(blocksOf([33, 2, 40]), [0, 32]);
		assert.deepEqual(rowsOfBlock(32, 35), [32, 33, 34]);
	});

	it('neighbors are asked for at once, up to sixteen blocks', () => {
		assert.deepEqual(runsOf([0, 16, 48, 64]), [
			[0, 16],
			[48, 64],
		]);
		assert.deepEqual(
			runsOf(Array.from({ length: 17 }, (_, i) => i * 16)).map((run) => run.length),
			[16, 1],
		);
		assert.deepEqual(runsOf([]), []);
	});

	it('a row that no block holds is an error', () => {
		assert.throws(() => rowsOf([originsOf([0, 1])], [2]), RangeError);
	});
});
