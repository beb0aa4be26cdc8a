import { stat } from 'node:fs/promises';
import { isAbsent } from '../../files/absent-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { unreadable } from '../../files/unreadable.ts';
import type { ModelService } from '../model-service.ts';
import { jsonHash } from '../json-hash.ts';
import { named, withStore } from '../memory/named-store.ts';
import { openScreener, type ScreenAgainst, type ScreenHooks, type Screener } from './screener.ts';

/** A store that cannot tell whether it has changed is read again after so long, milliseconds. */
const longest = 5 * 60_000;

/** The last store that was made ready, for editors, which ask for it again and again: read anew when it or the settings have changed. */
export class HeldScreener implements AsyncDisposable {
	readonly #models: ModelService;
	#held: { readonly key: string; readonly at: number; readonly screener: Screener } | undefined;
	/** One after the other: two documents that are opened at once are screened by one reading. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(models: ModelService) {
		this.#models = models;
	}

	/** Works with the screener of a store, which is nobody else's meanwhile. Rejects as `openScreener` and the work do. */
	use<T>(store: string, given: ScreenAgainst, hooks: ScreenHooks, work: (screener: Screener) => Promise<T>): Promise<T> {
		const mine = this.#last.then(async () => work(await this.#ready(store, given, hooks)));
		this.#last = mine.catch(() => undefined);
		return mine;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#last;
		await this.#drop();
	}

	async #ready(store: string, given: ScreenAgainst, hooks: ScreenHooks): Promise<Screener> {
		const { embedder, embedderDtype, profile, trusted } = this.#models.settings;
		return withStore(named(store), hooks.signal, this.#models, async (opened) => {
			const state = await opened.state();
			const { benign, rule = null, rho } = given;
			const measure = benign === undefined ? null : [benign, await changeOf(benign)];
			const key = jsonHash([store, state, embedder, embedderDtype ?? null, profile ?? null, trusted, measure, rule, rho]);
			const held = this.#held;
			if (held?.key === key && (state !== null || Date.now() - held.at < longest)) return held.screener;
			await this.#drop();
			const screener = await openScreener(opened, given, this.#models, hooks);
			this.#held = { key, at: Date.now(), screener };
			return screener;
		});
	}

	async #drop(): Promise<void> {
		const held = this.#held;
		this.#held = undefined;
		await held?.screener[Symbol.asyncDispose]();
	}
}

/** What tells that a file has been written since; `null`: it is gone, which reading it tells. */
async function changeOf(file: string): Promise<readonly number[] | null> {
	try {
		const { mtimeMs, size } = await stat(file);
		return [mtimeMs, size];
	} catch (error) {
		if (isAbsent(error)) return null;
		throw unreadable(file, fileKinds.dataSet, error);
	}
}
