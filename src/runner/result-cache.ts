import { chmod, mkdir, readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './absent-file.ts';
import type { ModelIdentity, PromptParts } from '../analysis/language-model.ts';
import { folderSize, type FolderSize } from './folder-size.ts';
import { jsonHash } from './json-hash.ts';
import type { Log } from './log.ts';
import type { Codec } from './packed-arrays.ts';
import { writeWhole } from './write-whole.ts';

/** Name of the entry for what was computed (`what`) of this text, with this model and this prompt layout; `version` is the product's, so that an update never serves numbers of before. */
export function cacheKey(parts: PromptParts, identity: ModelIdentity, what: readonly (string | number)[], version: string): string {
	const { sha256, layout, device, dtype } = identity;
	const contexts = parts.contexts.map(({ id, text }) => [id, text]);
	const named = [version, sha256, layout, device, dtype, what, parts.system ?? null, parts.query, contexts, parts.response ?? null];
	return jsonHash(named);
}

/**
 * Results of the model on disk, readable by their owner only. An entry that is damaged counts as absent. Nothing that goes wrong
 * with the disk fails an analysis: it is logged, and the model is asked again.
 */
export class ResultCache {
	readonly #folder: string;
	readonly #limit: number;
	readonly #log: Log;
	readonly #touch: typeof utimes;
	/** Bytes held, as far as known; undefined before the first look. */
	#held: number | undefined;

	/** `limit`: bytes kept at most; the entries used longest ago go first. `touch` sets a file's times of access and change. */
	constructor(folder: string, log: Log, limit: number = 256 * 1024 * 1024, touch: typeof utimes = utimes) {
		this.#folder = folder;
		this.#limit = limit;
		this.#log = log;
		this.#touch = touch;
	}

	async get<T>(key: string, codec: Codec<T>): Promise<T | undefined> {
		const path = this.#path(key);
		let bytes: Buffer;
		try {
			bytes = await readFile(path);
		} catch (error) {
			if (!isAbsent(error)) this.#log.warn(`the result cache cannot be read: ${String(error)}`);
			return undefined;
		}
		try {
			const result = await codec.decode(bytes);
			if (result !== undefined) {
				await this.#used(path);
				return result;
			}
			this.#log.warn(`the cache entry ${key} is damaged; it is computed again`);
		} catch (error) {
			this.#log.warn(`the cache entry ${key} cannot be used (${String(error)}); it is computed again`);
		}
		return undefined;
	}

	/** Its entry goes later than others; on a disk that does not keep that it goes as if it had not been used. */
	async #used(path: string): Promise<void> {
		const now = new Date();
		try {
			await this.#touch(path, now, now);
		} catch (error) {
			this.#log.warn(`the result cache cannot note a use: ${String(error)}`);
		}
	}

	async put<T>(key: string, result: T, codec: Codec<T>): Promise<void> {
		try {
			const bytes = await codec.encode(result);
			if (bytes.length > this.#limit) return;
			await mkdir(this.#folder, { recursive: true, mode: 0o700 });
			await chmod(this.#folder, 0o700);
			await writeWhole(this.#path(key), bytes, { mode: 0o600 });
			this.#held = (this.#held ?? await this.#measure()) + bytes.length;
			if (this.#held > this.#limit) await this.#evict();
		} catch (error) {
			this.#log.warn(`a result could not be cached: ${String(error)}`);
		}
	}

	#path(key: string): string {
		return join(this.#folder, key);
	}

	async #entries(): Promise<{ path: string; bytes: number; used: number }[]> {
		const names = await readdir(this.#folder);
		const entries = await Promise.all(names.map(async (name) => {
			const path = join(this.#folder, name);
			try {
				const { size, mtimeMs } = await stat(path);
				return [{ path, bytes: size, used: mtimeMs }];
			} catch (error) {
				// Another runner of the same workspace may have evicted it meanwhile.
				if (isAbsent(error)) return [];
				throw error;
			}
		}));
		return entries.flat();
	}

	async #measure(): Promise<number> {
		return (await this.#entries()).reduce((sum, { bytes }) => sum + bytes, 0);
	}

	/** Down to nine tenths of the limit, so that not every entry after it evicts again. */
	async #evict(): Promise<void> {
		const entries = (await this.#entries()).toSorted((a, b) => a.used - b.used);
		let held = entries.reduce((sum, { bytes }) => sum + bytes, 0);
		for (const { path, bytes } of entries) {
			if (held <= this.#limit * 0.9) break;
			await rm(path, { force: true });
			held -= bytes;
		}
		this.#held = held;
	}
}

/** Deletes the results of every workspace below `folder`. */
export async function clearResults(folder: string): Promise<FolderSize> {
	const size = await folderSize(folder);
	await rm(folder, { recursive: true, force: true });
	return size;
}
