import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import type { ScoreResult } from '../analysis/language-model.ts';
import { scoreResult, truncationSchema } from '../protocol/model-process.ts';
import type { Alternative, PathStatistics } from '../statistics/scored-response.ts';

/**
 * One scored response as bytes: magic (8), SHA-256 of the rest (32), then deflated: length of the header (4, little-endian),
 * header (JSON), and the arrays one after another in the machine's byte order.
 */
const magic = Buffer.from('RAGSCR01', 'latin1');
const deflated = promisify(deflate);
const inflated = promisify(inflate);
/** Largest entry that is unpacked, bytes: a damaged one must not fill the memory. */
const maxBytes = 512 * 1024 * 1024;

/** `texts[i]`, `ids[i]` and `logProbabilities[i]` of all positions in a row; `counts[t]` of them belong to position `t`. */
const packedAlternatives = z.object({
	counts: z.array(z.number().int().nonnegative()), ids: z.array(z.number()), texts: z.array(z.string()), logProbabilities: z.array(z.number()),
});
const header = z.object({
	/** Response tokens. */
	tokens: z.number().int().nonnegative(),
	truncation: truncationSchema,
	withContext: packedAlternatives, withoutContext: packedAlternatives,
});

function pack(alternatives: PathStatistics['alternatives']): z.infer<typeof packedAlternatives> {
	const flat = alternatives.flat();
	return {
		counts: alternatives.map((a) => a.length), ids: flat.map((a) => a.id), texts: flat.map((a) => a.text), logProbabilities: flat.map((a) => a.logProbability),
	};
}

function unpack({ counts, ids, texts, logProbabilities }: z.infer<typeof packedAlternatives>): Alternative[][] {
	let next = 0;
	return counts.map((count) => Array.from({ length: count }, () => {
		const i = next++;
		return { id: ids[i]!, text: texts[i]!, logProbability: logProbabilities[i]! };
	}));
}

export async function encodeScore({ scored, truncation }: ScoreResult): Promise<Buffer> {
	const { withContext: a, withoutContext: b } = scored;
	const head = Buffer.from(JSON.stringify({
		tokens: scored.tokenIds.length, truncation, withContext: pack(a.alternatives), withoutContext: pack(b.alternatives),
	}));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	const arrays = [a.logProbability, a.entropy, b.logProbability, b.entropy, scored.kl, scored.tokenIds, scored.start, scored.end, a.rank, b.rank];
	const body = await deflated(Buffer.concat([length, head, ...arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength))]), { level: 1 });
	return Buffer.concat([magic, createHash('sha256').update(body).digest(), body]);
}

/** The scored response, or `undefined` when the bytes are not exactly what `encodeScore` wrote. */
export async function decodeScore(bytes: Buffer): Promise<ScoreResult | undefined> {
	const body = bytes.subarray(40);
	if (!bytes.subarray(0, 8).equals(magic) || !createHash('sha256').update(body).digest().equals(bytes.subarray(8, 40))) return undefined;
	const plain = await inflated(body, { maxOutputLength: maxBytes });
	const headEnd = 4 + plain.readUInt32LE(0);
	const head = header.parse(JSON.parse(plain.toString('utf8', 4, headEnd)));
	// A copy of its own, so that the arrays are aligned.
	const rest = new Uint8Array(plain.subarray(headEnd)).buffer;
	let at = 0;
	const doubles = (): Float64Array => new Float64Array(rest, (at += head.tokens * 8) - head.tokens * 8, head.tokens);
	const integers = (): Uint32Array => new Uint32Array(rest, (at += head.tokens * 4) - head.tokens * 4, head.tokens);
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
