import { chmod, mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes } from '../../files/read-file.ts';
import type { ModelIdentity, PromptParts } from '../../model-io/requests.ts';
import { jsonHash, keepWithin, writeWhole } from '../../files/cache-files.ts';
import type { Log } from '../lsp/log.ts';
import type { Codec } from './result-codec.ts';

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
		let bytes: Buffer | undefined;
		try {
			bytes = await readBytes(path, fileKinds.cacheRecord);
		} catch (error) {
			this.#log.warn(`the result cache cannot be read: ${String(error)}`);
		}
		if (bytes === undefined) return undefined;
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
			this.#held = this.#held === undefined ? undefined : this.#held + bytes.length;
			if (this.#held === undefined || this.#held > this.#limit) this.#held = await keepWithin(this.#folder, this.#limit);
		} catch (error) {
			this.#log.warn(`a result could not be cached: ${String(error)}`);
		}
	}

	#path(key: string): string {
		return join(this.#folder, key);
	}
}
