import type { DecoderSession } from '../decoder-session.ts';
import { prefill, type Feeding, type Progress } from '../feeding.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import type { Logits } from '../logits.ts';
import { joinCaches, rowsOfBatch, type BatchLayout, type CacheBatch } from './cache-batch.ts';

/** Texts that are continued together. */
export interface OpenPaths {
	/** Logits `[V]` of what follows a path, by its number: a view, good until the next step. */
	row(path: number): Float32Array;
	/** Puts a token behind each path that goes on; the others have ended, and none of them comes back. */
	step(next: ReadonlyMap<number, number>): Promise<void>;
}

/** How several texts are continued by a token each at a time, as a check has found it right. */
export interface Batching {
	readonly layout: BatchLayout;
	readonly session: Pick<DecoderSession, 'stepBatch'>;
}

/** Tokens that all prompts begin with from which on they are fed once for all. */
const leastShared = 4;

/**
 * Reads prompts, what all begin with as `beginning` does once, and makes ready to continue them: in one batch where a check has found how
 * (`batchLayout`), else one after another, with the same result.
 * @param beginning the prompt without documents. (What is read once must be public: where a text is cut decides how its numbers are rounded.)
 * @param batching `null`: one after another.
 * @param most tokens of the longest of them, its continuation included.
 */
export async function openPaths(
	feeding: Feeding,
	prompts: readonly (readonly number[])[],
	{ beginning, batching, most }: { readonly beginning: readonly number[]; readonly batching: Batching | null; readonly most: number },
	progress: Progress,
): Promise<OpenPaths> {
	const { session, growth, firstPiece, pieces } = feeding;
	// A text that grows into another length regime is read anew then, which a batch cannot be.
	if (growth === 'none' || firstPiece(most) > 1) return SeparatePaths.open(feeding, prompts, progress);
	const bodies = prompts.map((ids) => ids.slice(0, -1));
	// Numbers that depend on what is fed together depend on where a text is cut.
	const shared = growth === 'any' && pieces === undefined ? sharedLength([beginning, ...bodies]) : 0;
	const start = shared >= leastShared ? await prefill(feeding, bodies[0]!.slice(0, shared), 1, progress) : undefined;
	const caches: KeyValueCache[] = [];
	// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
	for (const ids of bodies) caches.push(await prefill(feeding, ids, 1, progress, start));
	const last = new Map(prompts.map((ids, path) => [path, ids.at(-1)!]));
	const paths =
		batching === null || prompts.length === 1
			? new SeparatePaths(feeding, bodies, caches)
			: new BatchedPaths(session, batching.session, joinCaches(caches, session.slots, batching.layout));
	await paths.step(last);
	return paths;
}

/** Tokens that all texts begin with. */
export function sharedLength(texts: readonly (readonly number[])[]): number {
	const [first = [], ...others] = texts;
	const differs = first.findIndex((id, i) => others.some((other) => other[i] !== id));
	return differs < 0 ? first.length : differs;
}

/** Share of a batch's texts that have ended from which on they are taken out of it: that copies the cache, which every step does anyway. */
const endedShare = 1 / 4;

class BatchedPaths implements OpenPaths {
	readonly #session: Pick<DecoderSession, 'stepBatch'>;
	readonly #slots: DecoderSession['slots'];
	#batch: CacheBatch;
	/** Paths in the batch, in its order. */
	#paths: readonly number[];
	readonly #fed: number[];
	readonly #scratch: Float32Array[];
	#logits: Logits | undefined;

	constructor(
		{ slots, vocabulary, logitBytes }: Pick<DecoderSession, 'slots' | 'vocabulary' | 'logitBytes'>,
		session: Pick<DecoderSession, 'stepBatch'>,
		batch: CacheBatch,
	) {
		this.#session = session;
		this.#slots = slots;
		this.#batch = batch;
		this.#paths = [...batch.lengths.keys()];
		this.#fed = batch.lengths.map(() => 0);
		this.#scratch = batch.lengths.map(() => new Float32Array(logitBytes === 2 ? vocabulary : 0));
	}

	row(path: number): Float32Array {
		if (this.#logits === undefined) throw new RangeError('no path has been continued');
		return this.#logits.row(this.#paths.indexOf(path), this.#scratch[path]!);
	}

	async step(next: ReadonlyMap<number, number>): Promise<void> {
		if (this.#paths.length - next.size >= this.#paths.length * endedShare) this.#keep(next);
		// One that has ended is fed its last token on, which nobody reads.
		const ids = this.#paths.map((path) => (this.#fed[path] = next.get(path) ?? this.#fed[path]!));
		this.#logits = undefined;
		const { logits, batch } = await this.#session.stepBatch(ids, this.#batch);
		this.#logits = logits;
		this.#batch = batch;
	}

	#keep(paths: ReadonlyMap<number, number>): void {
		const rows = [...this.#paths.keys()].filter((row) => paths.has(this.#paths[row]!));
		this.#batch = rowsOfBatch(this.#batch, this.#slots, rows);
		this.#paths = rows.map((row) => this.#paths[row]!);
	}
}

class SeparatePaths implements OpenPaths {
	readonly #feeding: Feeding;
	readonly #texts: number[][];
	readonly #caches: (KeyValueCache | undefined)[];
	readonly #rows: Float32Array[];

	/** @param caches of all tokens of the texts, or `undefined` where there is none of use. */
	constructor(feeding: Feeding, texts: readonly (readonly number[])[], caches: readonly (KeyValueCache | undefined)[]) {
		this.#feeding = feeding;
		this.#texts = texts.map((text) => [...text]);
		this.#caches = [...caches];
		this.#rows = texts.map(() => new Float32Array(feeding.session.vocabulary));
	}

	/** Of a model whose cache is of use for none of the texts, or not for all of their lengths. */
	static async open(feeding: Feeding, prompts: readonly (readonly number[])[], progress: Progress): Promise<SeparatePaths> {
		const bodies = prompts.map((ids) => ids.slice(0, -1));
		const caches: (KeyValueCache | undefined)[] = [];
		for (const [i, body] of bodies.entries()) {
			const first = feeding.firstPiece(prompts[i]!.length);
			const cached = feeding.growth !== 'none' && first < prompts[i]!.length;
			// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
			caches.push(cached ? await prefill(feeding, body, first, progress) : undefined);
		}
		const paths = new SeparatePaths(feeding, bodies, caches);
		await paths.step(new Map(prompts.map((ids, path) => [path, ids.at(-1)!])));
		return paths;
	}

	row(path: number): Float32Array {
		return this.#rows[path]!;
	}

	async step(next: ReadonlyMap<number, number>): Promise<void> {
		const { session, growth, firstPiece } = this.#feeding;
		for (const path of this.#texts.keys()) if (!next.has(path)) this.#caches[path] = undefined;
		for (const [path, id] of next) {
			const text = this.#texts[path]!;
			text.push(id);
			const cache = this.#caches[path];
			// Where a longer text is treated otherwise, what the cache holds is of another text.
			const anew = growth === 'none' || cache === undefined || cache.length < firstPiece(text.length);
			// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
			const step = await session.step(anew ? text : text.slice(cache.length), anew ? session.start() : cache, 1);
			this.#caches[path] = step.cache;
			this.#rows[path]!.set(step.logits!.row(0, this.#rows[path]!));
		}
	}
}
