import { z } from 'zod';
import type { AttributeResult } from '../reading/attributed-response.ts';
import { attributeResult, truncationSchema } from '../protocol/model-process.ts';
import { sourceCount } from '../reading/sources.ts';
import { pack, unpack, type Codec } from './packed-arrays.ts';

const magic = 'RAGATT03';
const header = z.object({
	tokens: z.number().int().nonnegative(),
	contextIds: z.array(z.string()),
	truncation: truncationSchema,
	parallelLayers: z.number().int(),
	mixingLayers: z.array(z.number().int()),
	errorBound: z.number(),
	unscreened: z.string().nullable(),
});

/** Attributed responses as bytes, without their parts by layer. */
export const attributionCodec: Codec<AttributeResult> = {
	encode: ({ attributed: a, ...rest }) =>
		pack(magic, { tokens: a.tokenIds.length, contextIds: a.contextIds, ...rest }, [
			a.sources,
			a.contextShares,
			a.logProbability,
			a.entropy,
			a.margin,
			a.logitMargin,
			a.energy,
			a.tokenIds,
			a.start,
			a.end,
		]),

	async decode(bytes) {
		const unpacked = await unpack(magic, bytes);
		if (unpacked === undefined) return undefined;
		const { tokens, contextIds, ...rest } = header.parse(unpacked.header);
		const { arrays } = unpacked;
		const numbers = {
			sources: arrays.doubles(tokens * sourceCount),
			contextShares: arrays.doubles(tokens * contextIds.length),
			logProbability: arrays.doubles(tokens),
			entropy: arrays.doubles(tokens),
			margin: arrays.doubles(tokens),
			logitMargin: arrays.doubles(tokens),
			energy: arrays.doubles(tokens),
		};
		return attributeResult.parse({
			attributed: {
				...numbers,
				contextIds,
				tokenIds: arrays.integers(tokens),
				start: arrays.integers(tokens),
				end: arrays.integers(tokens),
			},
			...rest,
		});
	},
};
