import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Vectors of texts, each by the name of what was embedded. */
export interface VectorPack {
	readonly names: readonly string[];
	readonly dimensions: number;
	/** `[names, dimensions]` */
	readonly rows: Float32Array;
	/** Numbers of those whose text was not read to its end. */
	readonly cut: readonly number[];
}

const magic = Buffer.from('RAGEMB01', 'latin1');
const header = z.object({
	names: z.array(z.string()),
	dimensions: z.number().int().positive(),
	cut: z.array(z.number().int().nonnegative()),
});
const headAt = magic.length + 32 + 4;

/** As bytes: magic (8), SHA-256 of what follows (32), length of the header (4), header (JSON, blanks up to a multiple of 4), rows (little-endian). */
export function vectorPackBytes({ names, dimensions, rows, cut }: VectorPack): Buffer {
	const json = Buffer.from(JSON.stringify({ names: [...names], dimensions, cut: [...cut] } satisfies z.infer<typeof header>));
	const head = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')]);
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	const body = Buffer.concat([length, head, Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)]);
	return Buffer.concat([magic, createHash('sha256').update(body).digest(), body]);
}

/** `undefined` for bytes that are not exactly what `vectorPackBytes` wrote. */
export function readVectorPack(bytes: Buffer): VectorPack | undefined {
	const body = bytes.subarray(magic.length + 32);
	if (bytes.length < headAt || !bytes.subarray(0, magic.length).equals(magic)) return undefined;
	if (
		!createHash('sha256')
			.update(body)
			.digest()
			.equals(bytes.subarray(magic.length, magic.length + 32))
	)
		return undefined;
	const rowsAt = headAt + body.readUInt32LE(0);
	const { names, dimensions, cut } = header.parse(JSON.parse(bytes.toString('utf8', headAt, rowsAt)));
	// A copy of its own, so that the rows are aligned.
	const rows = new Float32Array(new Uint8Array(bytes.subarray(rowsAt)).buffer);
	return rows.length === names.length * dimensions ? { names, dimensions, rows, cut } : undefined;
}
