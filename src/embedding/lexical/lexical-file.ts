import { createHash } from 'node:crypto';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { LexicalModel } from './lexical-model.ts';

/** What its files are called. */
export const lexicalFileEnding = '.rag-assay-lexical';

const magic = 'RAGLEX01';
/** A file of the largest model has 4 bytes for each n-gram and direction. */
const largest = { grams: 262_144, directions: 4_096 } as const;
const count = z.number().int().nonnegative();
const header = z.strictObject({
	fitted: z.strictObject({ texts: count, of: count }),
	directions: count.max(largest.directions),
	grams: z.array(z.string().min(1).max(16)).max(largest.grams),
});

/**
 * A model as bytes: magic (8), length of the header (4), header (JSON, filled up with blanks to a multiple of 8 with what stands before it), then
 * rarity and singular values (doubles) and components (singles); numbers are little-endian.
 */
export function lexicalBytes({ fitted, directions, grams, rarity, singularValues, components }: LexicalModel): Buffer {
	const json = Buffer.from(JSON.stringify({ fitted, directions, grams: [...grams] } satisfies z.infer<typeof header>));
	const head = Buffer.concat([json, Buffer.alloc((8 - ((magic.length + 4 + json.length) % 8)) % 8, ' ')]);
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	const arrays = [rarity, singularValues, components].map(({ buffer, byteOffset, byteLength }) =>
		Buffer.from(buffer, byteOffset, byteLength),
	);
	return Buffer.concat([Buffer.from(magic, 'latin1'), length, head, ...arrays]);
}

/** SHA-256 of a model's file, which is its identity: whoever embeds by another one has other distances. */
export function lexicalHash(model: LexicalModel): string {
	return createHash('sha256').update(lexicalBytes(model)).digest('hex');
}

/**
 * Reads what `lexicalBytes` wrote.
 * @param file its path, for messages.
 * @throws {UserError} RA451 for anything else.
 */
export function readLexical(bytes: Uint8Array, file: string): LexicalModel {
	const held = Buffer.from(bytes);
	if (held.toString('latin1', 0, magic.length) !== magic || held.length < magic.length + 4)
		throw malformed(file, 'it does not begin as one');
	const from = magic.length + 4;
	const to = from + held.readUInt32LE(magic.length);
	const found = header.safeParse(parsed(held.toString('utf8', from, to), file));
	if (!found.success) throw malformed(file, `what it says of itself is not what was expected (${found.error.issues[0]!.path.join('.')})`);
	const { grams, directions, fitted } = found.data;
	if (grams.some((gram, i) => i > 0 && gram <= grams[i - 1]!)) throw malformed(file, 'its n-grams are not in order');
	const doubles = 8 * (grams.length + directions);
	if (held.length !== to + doubles + 4 * grams.length * directions) throw malformed(file, 'it is not as long as it says');
	// A copy of its own, so that the arrays are aligned.
	const numbers = new Uint8Array(held.subarray(to)).buffer;
	const rarity = new Float64Array(numbers, 0, grams.length);
	const singularValues = new Float64Array(numbers, 8 * grams.length, directions);
	const components = new Float32Array(numbers, doubles, grams.length * directions);
	const isSound = rarity.every((one) => one >= 1 && one < 100) && singularValues.every((one) => one > 0 && Number.isFinite(one));
	if (!isSound || !components.every((one) => Math.abs(one) <= 1.001)) throw malformed(file, 'it holds numbers that no fit gives');
	return { fitted, grams, rarity, directions, singularValues, components };
}

function parsed(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) throw malformed(file, 'what it says of itself cannot be read');
		throw error;
	}
}

function malformed(file: string, why: string): UserError {
	return new UserError(errorNumbers.malformedLexical, `This file is no model of the embedder 'lexical': ${why}.`, {
		place: { file },
		hint: 'Take the file that was written beside the profile, or calibrate again.',
	});
}
