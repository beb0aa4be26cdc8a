import { z } from 'zod';
import type { ScoreResult, Alternative, PathStatistics } from '../reading/scored-response.ts';
import { scoreResult, truncationSchema } from '../protocol/model-process.ts';
import { pack as packArrays, unpack as unpackArrays, type Codec } from './packed-arrays.ts';

const magic = 'RAGSCR01';

/** `texts[i]`, `ids[i]` and `logProbabilities[i]` of all positions in a row; `counts[t]` of them belong to position `t`. */
const packedAlternatives = z.object({
	counts: z.array(z.number().int().nonnegative()),
	ids: z.array(z.number()),
	texts: z.array(z.string()),
	logProbabilities: z.array(z.number()),
});
const header = z.object({
	/** Response tokens. */
	tokens: z.number().int().nonnegative(),
	truncation: truncationSchema,
	withContext: packedAlternatives,
	withoutContext: packedAlternatives,
});

function pack(alternatives: PathStatistics['alternatives']): z.infer<typeof packedAlternatives> {
	const flat = alternatives.flat();
	return {
		counts: alternatives.map((a) => a.length),
		ids: flat.map((a) => a.id),
		texts: flat.map((a) => a.text),
		logProbabilities: flat.map((a) => a.logProbability),
	};
}

function unpack({ counts, ids, texts, logProbabilities }: z.infer<typeof packedAlternatives>): Alternative[][] {
	let next = 0;
	return counts.map((count) =>
		Array.from({ length: count }, () => {
			const i = next++;
			return { id: ids[i]!, text: texts[i]!, logProbability: logProbabilities[i]! };
		}),
	);
}

async function encode({ scored, truncation }: ScoreResult): Promise<Buffer> {
	const { withContext: a, withoutContext: b } = scored;
	const head = { tokens: scored.tokenIds.length, truncation, withContext: pack(a.alternatives), withoutContext: pack(b.alternatives) };
	return packArrays(magic, head, [
		a.logProbability,
		a.entropy,
		b.logProbability,
		b.entropy,
		scored.kl,
		scored.tokenIds,
		scored.start,
		scored.end,
		a.rank,
		b.rank,
	]);
}

async function decode(bytes: Buffer): Promise<ScoreResult | undefined> {
	const unpacked = await unpackArrays(magic, bytes);
	if (unpacked === undefined) return undefined;
	const head = header.parse(unpacked.header);
	const doubles = (): Float64Array => unpacked.arrays.doubles(head.tokens);
	const integers = (): Uint32Array => unpacked.arrays.integers(head.tokens);
	const a = { logProbability: doubles(), entropy: doubles() };
	const b = { logProbability: doubles(), entropy: doubles() };
	const kl = doubles();
	const scored = { tokenIds: integers(), start: integers(), end: integers(), kl };
	const result = {
		scored: {
			...scored,
			withContext: { ...a, rank: integers(), alternatives: unpack(head.withContext) },
			withoutContext: { ...b, rank: integers(), alternatives: unpack(head.withoutContext) },
		},
		truncation: head.truncation,
	};
	return scoreResult.parse(result);
}

/** Scored responses as bytes. */
export const scoreCodec: Codec<ScoreResult> = { encode, decode };
