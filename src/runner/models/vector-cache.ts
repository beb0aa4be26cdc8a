import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes } from '../../files/read-file.ts';
import { isAbsent } from '../../files/unreadable.ts';
import type { Log } from '../lsp/log.ts';
import { keepWithin, writeWhole } from '../../files/cache-files.ts';

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
function vectorPackBytes({ names, dimensions, rows, cut }: VectorPack): Buffer {
	const json = Buffer.from(JSON.stringify({ names: [...names], dimensions, cut: [...cut] } satisfies z.infer<typeof header>));
	const head = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')]);
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	const body = Buffer.concat([length, head, Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)]);
	return Buffer.concat([magic, createHash('sha256').update(body).digest(), body]);
}

/** `undefined` for bytes that are not exactly what `vectorPackBytes` wrote. */
function readVectorPack(bytes: Buffer): VectorPack | undefined {
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

/** Packs that are held in memory after use: what is asked for together was mostly kept together. */
const packsHeld = 4;
/** Bytes of all vectors of a workspace that are kept: those used longest ago go first. */
const defaultLimit = 256 * 1024 * 1024;

export interface KeptVector {
	readonly row: Float32Array;
	/** Whether its text was not read to its end. */
	readonly isCut: boolean;
}

/**
 * Vectors of one encoder on disk, readable by their owner only, by the hash of what was embedded: packs of those that were embedded together, none ever
 * changed. A damaged pack counts as absent. Nothing that goes wrong with the disk fails an embedding: it is logged, and the encoder is asked again.
 */
export class VectorCache {
	readonly #folder: string;
	readonly #log: Log;
	readonly #limit: number;
	/** File of each vector, by its name; read once. */
	#index: Promise<Map<string, string>> | undefined;
	readonly #held = new Map<string, VectorPack>();

	/** @param folder of the encoder, below that of all encoders of the workspace, for which `limit` (bytes) counts. */
	constructor(folder: string, log: Log, limit: number = defaultLimit) {
		this.#folder = folder;
		this.#log = log;
		this.#limit = limit;
	}

	/** Those that are kept, by their names. */
	async get(names: readonly string[]): Promise<Map<string, KeptVector>> {
		const index = await (this.#index ??= this.#read());
		const byFile = new Map<string, string[]>();
		for (const name of names) {
			const file = index.get(name);
			if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), name]);
		}
		const found = new Map<string, KeptVector>();
		for (const [file, wanted] of byFile) {
			// oxlint-disable-next-line no-await-in-loop -- few packs are held at a time
			const pack = await this.#pack(file);
			if (pack === undefined) continue;
			const at = new Map(pack.names.map((name, i) => [name, i]));
			const cut = new Set(pack.cut);
			for (const name of wanted) {
				const row = at.get(name);
				if (row !== undefined)
					found.set(name, { row: pack.rows.subarray(row * pack.dimensions, (row + 1) * pack.dimensions), isCut: cut.has(row) });
			}
		}
		return found;
	}

	async put(pack: VectorPack): Promise<void> {
		if (pack.names.length === 0) return;
		const file = `${randomUUID()}.vectors`;
		try {
			await mkdir(this.#folder, { recursive: true, mode: 0o700 });
			await chmod(this.#folder, 0o700);
			await writeWhole(join(this.#folder, file), vectorPackBytes(pack), { mode: 0o600 });
			await keepWithin(dirname(this.#folder), this.#limit);
		} catch (error) {
			this.#log.warn(`embeddings could not be cached: ${String(error)}`);
			return;
		}
		const index = await (this.#index ??= this.#read());
		for (const name of pack.names) index.set(name, file);
	}

	async #read(): Promise<Map<string, string>> {
		const index = new Map<string, string>();
		try {
			for (const file of await readdir(this.#folder)) {
				// oxlint-disable-next-line no-await-in-loop -- few packs are held at a time
				const pack = file.endsWith('.vectors') ? await this.#pack(file) : undefined;
				for (const name of pack?.names ?? []) index.set(name, file);
			}
		} catch (error) {
			if (!isAbsent(error)) this.#log.warn(`the cache of embeddings cannot be read: ${String(error)}`);
		}
		return index;
	}

	async #pack(file: string): Promise<VectorPack | undefined> {
		const held = this.#held.get(file);
		if (held !== undefined) return held;
		const path = join(this.#folder, file);
		try {
			const bytes = await readBytes(path, fileKinds.cacheRecord);
			if (bytes === undefined) return undefined;
			const pack = readVectorPack(bytes);
			if (pack === undefined) {
				this.#log.warn(`the cached embeddings ${file} are damaged; they are computed again`);
				return undefined;
			}
			const now = new Date();
			await utimes(path, now, now);
			this.#held.set(file, pack);
			for (const first of this.#held.keys()) if (this.#held.size > packsHeld) this.#held.delete(first);
			return pack;
		} catch (error) {
			this.#log.warn(`the cached embeddings ${file} cannot be used (${String(error)}); they are computed again`);
			return undefined;
		}
	}
}
