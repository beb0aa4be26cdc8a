import { joinCaches } from '../paths/cache-batch.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { CacheSlot, KeyValueCache } from '../key-value-cache.ts';
import type { Logits } from '../logits.ts';
import type { Behind } from '../text-feeds.ts';
import { chosenColumns } from './cache-columns.ts';

/** The rows of a response behind a prompt, of which each text of a batch hides some columns. */
interface HiddenRows {
	/** Feeds the tokens that follow to each text; returns the logits of all rows, text by text. Nothing may be fed after the last ones (`isLast`). */
	feed(ids: readonly number[], isLast?: boolean): Promise<Logits>;
	/** Of all texts, with what was fed; after the last tokens without them. */
	readonly cache: KeyValueCache;
}

/** How columns of a prompt's cache are hidden from the tokens behind it. The cache itself stays as it is. */
export interface HidingWay {
	/**
	 * `mask`: zeros in the attention mask, with positions as they are. `columns`: the columns are left out of the cache, and positions are given.
	 * `bias`: a mask that the graph was given for it.
	 */
	readonly kind: 'mask' | 'columns' | 'bias';
	/** Whether several texts may be fed together. */
	readonly batches: boolean;
	/** @param hidden columns that each text hides, ascending. */
	open(prompt: KeyValueCache, hidden: readonly (readonly number[])[]): HiddenRows;
}

/** What is asked of a session that feeds tokens behind a cache that hides columns. */
export type SteppingBehind = Pick<DecoderSession, 'stepBehind'>;

/** Hides columns by the mask, on the model's own graph (`mask`) or on one that was made for it (`bias`). */
export function byMask(kind: 'mask' | 'bias', session: SteppingBehind, slots: readonly CacheSlot[], batches: boolean): HidingWay {
	return {
		kind,
		batches,
		open: (prompt, hidden) =>
			new RowsBehind(
				session,
				hidden.length === 1 ? prompt : repeated(prompt, slots, hidden.length),
				hidden.map((masked) => ({ position: prompt.length, masked })),
			),
	};
}

/** Hides columns by leaving them out of the cache; one text at a time, because each is then of another length. */
export function byLeavingOut(session: SteppingBehind, slots: readonly CacheSlot[]): HidingWay {
	return {
		kind: 'columns',
		batches: false,
		open: (prompt, [hidden = [], ...others]) => {
			if (others.length > 0) throw new RangeError('texts of several lengths in one batch');
			const out = new Set(hidden);
			const left = Array.from({ length: prompt.length }, (_, column) => column).filter((column) => !out.has(column));
			const cache = out.size === 0 ? prompt : chosenColumns(prompt, slots, left);
			return new RowsBehind(session, cache, [{ position: prompt.length, masked: [] }]);
		},
	};
}

function repeated(cache: KeyValueCache, slots: readonly CacheSlot[], times: number): KeyValueCache {
	const { tensors } = joinCaches(
		Array.from({ length: times }, () => cache),
		slots,
		'left',
		cache.length,
	);
	return { length: cache.length, tensors };
}

class RowsBehind implements HiddenRows {
	readonly #session: SteppingBehind;
	#behind: readonly Behind[];
	#cache: KeyValueCache;

	constructor(session: SteppingBehind, cache: KeyValueCache, behind: readonly Behind[]) {
		this.#session = session;
		this.#cache = cache;
		this.#behind = behind;
	}

	get cache(): KeyValueCache {
		return this.#cache;
	}

	async feed(ids: readonly number[], isLast = false): Promise<Logits> {
		const { logits, cache } = await this.#session.stepBehind(ids, this.#cache, this.#behind, isLast);
		this.#cache = cache;
		this.#behind = this.#behind.map(({ position, masked }) => ({ position: position + ids.length, masked }));
		return logits!;
	}
}
