import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attributionCodec, originsCodec, scoreCodec } from '../../../../src/runner/models/result-codec.ts';
import { attributedResponse, originsOf } from '../attributed.ts';

describe('attributions as bytes', () => {
	it('come back bit by bit', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(40), fc.nat(4), fc.nat(1000), async (tokens, contexts, seed) => {
				const result = attributedResponse(tokens, contexts, seed);
				assert.deepEqual(await attributionCodec.decode(await attributionCodec.encode(result)), result);
			}),
			{ numRuns: 30 },
		);
	});

	it('and so do origins', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(99), { minLength: 1, maxLength: 20 }),
				fc.array(fc.nat(9), { maxLength: 4 }),
				fc.nat(5),
				async (rows, contexts, layers) => {
					const origins = originsOf(rows, contexts, layers);
					assert.deepEqual(await originsCodec.decode(await originsCodec.encode(origins)), origins);
				},
			),
			{ numRuns: 30 },
		);
	});

	it('are not taken for another kind', async () => {
		const bytes = await attributionCodec.encode(attributedResponse(3));
		assert.equal(await scoreCodec.decode(bytes), undefined);
		assert.equal(await originsCodec.decode(bytes), undefined);
		assert.equal(await attributionCodec.decode(bytes.subarray(0, -1)), undefined);
	});
});
