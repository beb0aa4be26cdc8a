import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { scoreCodec } from '../../../../src/runner/models/result-codec.ts';
import { scoredResponse } from '../scored.ts';

describe('scored responses as bytes', () => {
	it('come back bit by bit', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(60), fc.nat(1000), async (tokens, seed) => {
				const result = scoredResponse(tokens, seed);
				assert.deepEqual(await scoreCodec.decode(await scoreCodec.encode(result)), result);
			}),
			{ numRuns: 50 },
		);
	});

	it('come back from a view into a larger buffer', async () => {
		const result = scoredResponse(8);
		const view = new Float64Array(16).subarray(3, 11).fill(0.5);
		const changed = { ...result, scored: { ...result.scored, kl: view } };
		const decoded = await scoreCodec.decode(await scoreCodec.encode(changed));
		assert.deepEqual([...decoded!.scored.kl], [...view]);
	});

	it('are refused after any change of one byte, and after any cut', async () => {
		const good = await scoreCodec.encode(scoredResponse(5));
		await fc.assert(
			fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
				const bad = Buffer.from(good);
				bad[at]! ^= difference;
				assert.equal(await scoreCodec.decode(bad), undefined);
				assert.equal(await scoreCodec.decode(good.subarray(0, at)), undefined);
			}),
		);
	});
});
