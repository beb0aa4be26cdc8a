import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import * as z from 'zod';
import {
	attributeResult,
	lensReading,
	originsResult,
	type AttributeResult,
	type LensReading,
	type Origins,
} from '../../model-io/attribution.ts';
import { hidingResult, type HidingResult } from '../../model-io/hiding.ts';
import { withNumbers } from '../../model-io/schema.ts';
import { mixtureResult, scoreResult, type MixtureResult, type ScoreResult } from '../../model-io/scores.ts';

const deflated = promisify(deflate);
const inflated = promisify(inflate);
/** Largest entry that is unpacked, bytes: a damaged one must not fill the memory. */
const maxBytes = 512 * 1024 * 1024;

/** How results of one kind are kept: what `decode` gives for bytes that are not exactly what `encode` wrote is `undefined`. */
export interface Codec<T> {
	encode(value: T): Promise<Buffer>;
	decode(bytes: Buffer): Promise<T | undefined>;
}

/**
 * A header and arrays as bytes: magic (8), SHA-256 of the rest (32), then deflated: length of the header (4, little-endian),
 * header (JSON), and the arrays one after another in the machine's byte order; wide ones first, so that all are aligned.
 */
export async function pack(magic: string, header: unknown, arrays: readonly (Float64Array | Uint32Array)[]): Promise<Buffer> {
	const head = Buffer.from(JSON.stringify(header));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	const body = await deflated(
		Buffer.concat([length, head, ...arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength))]),
		{ level: 1 },
	);
	return Buffer.concat([Buffer.from(magic, 'latin1'), createHash('sha256').update(body).digest(), body]);
}

/** Takes arrays off in the order in which they were packed. */
class ArrayReader {
	readonly #bytes: ArrayBuffer;
	#at = 0;

	constructor(bytes: ArrayBuffer) {
		this.#bytes = bytes;
	}

	doubles(count: number): Float64Array {
		return new Float64Array(this.#bytes, this.#skip(count * 8), count);
	}

	integers(count: number): Uint32Array {
		return new Uint32Array(this.#bytes, this.#skip(count * 4), count);
	}

	/** @throws RangeError where arrays are left. */
	requireEnd(): void {
		if (this.#at < this.#bytes.byteLength) throw new RangeError(`${this.#bytes.byteLength - this.#at} bytes are left`);
	}

	#skip(bytes: number): number {
		this.#at += bytes;
		return this.#at - bytes;
	}
}

/** The header and a reader of the arrays, or `undefined` when the bytes are not exactly what `pack` wrote under this magic. */
export async function unpack(magic: string, bytes: Buffer): Promise<{ header: unknown; arrays: ArrayReader } | undefined> {
	const body = bytes.subarray(40);
	if (bytes.toString('latin1', 0, 8) !== magic || !createHash('sha256').update(body).digest().equals(bytes.subarray(8, 40)))
		return undefined;
	const plain = await inflated(body, { maxOutputLength: maxBytes });
	const headEnd = 4 + plain.readUInt32LE(0);
	// A copy of its own, so that the arrays are aligned.
	return {
		header: JSON.parse(plain.toString('utf8', 4, headEnd)),
		arrays: new ArrayReader(new Uint8Array(plain.subarray(headEnd)).buffer),
	};
}

const length = z.number().int().nonnegative();

/**
 * How a declared result is kept: as it is in JSON, but for its arrays of numbers, in whose place stand their lengths; the numbers follow, all
 * doubles before all integers, each in the order of the declaration. Whatever the declaration refuses is not given back.
 * @param magic eight characters, others for each kind of result and for each change of its declaration.
 */
export function packedCodec<T>(magic: string, declaration: z.ZodType<T>): Codec<T> {
	return {
		encode(value) {
			const doubles: Float64Array[] = [];
			const integers: Uint32Array[] = [];
			const lengths = withNumbers(declaration, value, (_held, numbers) => {
				if (numbers instanceof Float64Array) doubles.push(numbers);
				else if (numbers instanceof Uint32Array) integers.push(numbers);
				else throw new TypeError('an array of numbers is none');
				return numbers.length;
			});
			return pack(magic, lengths, [...doubles, ...integers]);
		},

		async decode(bytes) {
			const unpacked = await unpack(magic, bytes);
			if (unpacked === undefined) return undefined;
			const { header, arrays } = unpacked;
			const withDoubles = withNumbers(declaration, header, (held, found) =>
				held === 'float64' ? arrays.doubles(length.parse(found)) : found,
			);
			const whole = withNumbers(declaration, withDoubles, (held, found) =>
				held === 'uint32' ? arrays.integers(length.parse(found)) : found,
			);
			arrays.requireEnd();
			return declaration.parse(whole);
		},
	};
}

/** What of a model's results is kept, as bytes. */
export const scoreCodec: Codec<ScoreResult> = packedCodec('RAGSCR02', scoreResult);
export const mixtureCodec: Codec<MixtureResult> = packedCodec('RAGMIX02', mixtureResult);
export const attributionCodec: Codec<AttributeResult> = packedCodec('RAGATT04', attributeResult);
export const originsCodec: Codec<Origins> = packedCodec('RAGORG03', originsResult);
export const lensCodec: Codec<LensReading> = packedCodec('RAGLNS01', lensReading);
export const hidingCodec: Codec<HidingResult> = packedCodec('RAGHID01', hidingResult);
