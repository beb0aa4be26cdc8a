import { z } from 'zod';
import type { MixtureResult } from '../reading/mixture.ts';
import { mixtureResult } from '../protocol/model-process.ts';
import { pack, unpack, type Codec } from './packed-arrays.ts';

const magic = 'RAGMIX01';
const header = z.object({ tokens: z.number().int().nonnegative() });

/** What `η` is fitted from, as bytes. */
export const mixtureCodec: Codec<MixtureResult> = {
	encode: ({ cross, spread, moved, renyiContextOnly, renyiWithContext }) =>
		pack(magic, { tokens: cross.length }, [cross, spread, moved, renyiContextOnly, renyiWithContext]),

	async decode(bytes) {
		const unpacked = await unpack(magic, bytes);
		if (unpacked === undefined) return undefined;
		const { tokens } = header.parse(unpacked.header);
		const doubles = (): Float64Array => unpacked.arrays.doubles(tokens);
		const [cross, spread, moved, renyiContextOnly, renyiWithContext] = [doubles(), doubles(), doubles(), doubles(), doubles()];
		return mixtureResult.parse({ cross, spread, moved, renyiContextOnly, renyiWithContext });
	},
};
