import { z } from 'zod';
import type { Origins } from '../reading/origins.ts';
import { originsResult } from '../protocol/model-process.ts';
import { attendedCount } from '../reading/sources.ts';
import { pack, unpack, type Codec } from './packed-arrays.ts';

const magic = 'RAGORG02';
const count = z.number().int().nonnegative();
const header = z.object({
	rows: z.array(count),
	layers: count,
	errorBound: z.number(),
	contexts: z.array(z.object({ id: z.string(), tokens: count })),
});

/** Origins of response tokens as bytes. */
export const originsCodec: Codec<Origins> = {
	encode: ({ rows, contexts, layers, errorBound }) =>
		pack(
			magic,
			{ rows: [...rows], layers: layers.count, errorBound, contexts: contexts.map(({ id, start }) => ({ id, tokens: start.length })) },
			[layers.attention, layers.ffn, ...contexts.map(({ shares }) => shares), ...contexts.flatMap(({ start, end }) => [start, end])],
		),

	async decode(bytes) {
		const unpacked = await unpack(magic, bytes);
		if (unpacked === undefined) return undefined;
		const { arrays } = unpacked;
		const { rows, layers, contexts, errorBound } = header.parse(unpacked.header);
		const parts = {
			count: layers,
			attention: arrays.doubles(rows.length * layers * attendedCount),
			ffn: arrays.doubles(rows.length * layers),
		};
		const shares = contexts.map(({ tokens }) => arrays.doubles(rows.length * tokens));
		return originsResult.parse({
			rows: Uint32Array.from(rows),
			layers: parts,
			errorBound,
			contexts: contexts.map(({ id, tokens }, k) => ({
				id,
				shares: shares[k]!,
				start: arrays.integers(tokens),
				end: arrays.integers(tokens),
			})),
		});
	},
};
