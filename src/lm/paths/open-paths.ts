import type { DecoderSession } from '../decoder-session.ts';
import { prefill, type Feeding, type Progress } from '../prefill.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import type { Logits } from '../logits.ts';
import { joinCaches, type BatchLayout, type CacheBatch } from './cache-batch.ts';

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

/** What is known without any document: the rest of this file takes all sizes that several paths share from it. */
export interface PublicParts {
	/** What every prompt begins with, as far as no document decides: fed once for all. */
	readonly beginning: readonly number[];
	/** Tokens of the prompt without documents. */
	readonly without: number;
	/** Of an answer, at most. */
	readonly maxTokens: number;
	/** The longest text of the model, answer included, tokens. */
	readonly window: number;
}

/** Tokens that prompts begin with from which on they are fed once for all. */
const minShared = 4;

/**
 * Reads prompts, what they begin with once, and makes ready to continue them: in batches where a check has found how (`batchLayout`), else
 * one after another. The numbers of one path are the same whatever stands in the others, to the last bit: shapes of tensors, the place
 * in a batch and where a text is cut decide how sums are rounded, and follow from what is public and from that path alone.
 * @param prompts `null`: a path that is not read, whose place is kept.
 * @param batching `null`: one after another.
 */
export async function openPaths(
	feeding: Feeding,
	prompts: readonly (readonly number[] | null)[],
	{ beginning, without, maxTokens, window, batching }: PublicParts & { readonly batching: Batching | null },
	progress: Progress,
): Promise<OpenPaths> {
	const { session, growth, firstPiece, pieces } = feeding;
	const read = [...prompts.entries()].flatMap(([path, ids]) => (ids === null ? [] : [{ path, body: ids.slice(0, -1), last: ids.at(-1)! }]));
	// A text that grows into another length regime is read anew then, which a batch cannot be.
	if (growth === 'none' || firstPiece(window) > 1) return SeparatePaths.open(feeding, prompts, progress);
	// Numbers that depend on what is fed together depend on where a text is cut.
	const shares = growth === 'any' && pieces === undefined && beginning.length >= minShared;
	const start = await prefill(feeding, shares ? beginning : [beginning[0] ?? 0], 1, progress);
	const caches = new Map<number, KeyValueCache>();
	for (const { path, body } of read) {
		const begun = shares && beginning.every((id, i) => body[i] === id);
		// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
		caches.set(path, await prefill(feeding, body, 1, progress, begun ? start : undefined));
	}
	const paths =
		batching === null || prompts.length === 1
			? new SeparatePaths(
					feeding,
					prompts.map((ids) => ids?.slice(0, -1) ?? []),
					prompts.map((_, path) => caches.get(path)),
				)
			: new PathsByLength(
					[...byClass(caches, without, window - maxTokens)].map(([max, members]) => {
						const all = prompts.map((_, path) => members.get(path) ?? start);
						return { members, paths: new BatchedPaths(session, batching.session, joinCaches(all, session.slots, batching.layout, max)) };
					}),
				);
	await paths.step(new Map(read.map(({ path, last }) => [path, last])));
	return paths;
}

/** Tokens behind the prompt without documents that paths of the first class have room for, and how many times as many those of the next. */
const firstRoom = 128;
const nextRoom = 4;

/**
 * Room of the batch that a path is in, tokens: by its own length.
 * @param longest that a prompt should have: one that is longer is in a class of its length.
 */
export function classOf(length: number, without: number, longest: number): number {
	if (length > longest) return length;
	let room = firstRoom;
	while (without + room < length) room *= nextRoom;
	return Math.min(without + room, longest);
}

function byClass(caches: ReadonlyMap<number, KeyValueCache>, without: number, longest: number): Map<number, Map<number, KeyValueCache>> {
	const classes = new Map<number, Map<number, KeyValueCache>>();
	for (const [path, cache] of caches) {
		const room = classOf(cache.length, without, longest);
		classes.set(room, (classes.get(room) ?? new Map<number, KeyValueCache>()).set(path, cache));
	}
	return classes;
}

/** Room of each batch that there can be for paths of up to `length` tokens. */
export function classesUpTo(length: number, without: number, longest: number): number[] {
	const rooms = [classOf(0, without, longest)];
	while (rooms.at(-1)! < Math.min(length, longest)) rooms.push(classOf(rooms.at(-1)! + 1, without, longest));
	if (length > longest) rooms.push(length);
	return rooms;
}

/** Tokens that all texts begin with. */
export function sharedLength(texts: readonly (readonly number[])[]): number {
	const [first = [], ...others] = texts;
	const differs = first.findIndex((id, i) => others.some((other) => other[i] !== id));
	return differs < 0 ? first.length : differs;
}

/** Batches of all paths, each for those of a length; the others have a place in it that is fed anything, so that its size tells of no path. */
class PathsByLength implements OpenPaths {
	readonly #batches: readonly { readonly members: ReadonlyMap<number, unknown>; readonly paths: OpenPaths }[];

	constructor(batches: readonly { readonly members: ReadonlyMap<number, unknown>; readonly paths: OpenPaths }[]) {
		this.#batches = batches;
	}

	row(path: number): Float32Array {
		const own = this.#batches.find(({ members }) => members.has(path));
		if (own === undefined) throw new RangeError(`path ${path} is not read`);
		return own.paths.row(path);
	}

	async step(next: ReadonlyMap<number, number>): Promise<void> {
		for (const { members, paths } of this.#batches) {
			const own = new Map([...next].filter(([path]) => members.has(path)));
			// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
			if (own.size > 0) await paths.step(own);
		}
	}
}

class BatchedPaths implements OpenPaths {
	readonly #session: Pick<DecoderSession, 'stepBatch'>;
	#batch: CacheBatch;
	readonly #fed: number[];
	readonly #scratch: Float32Array[];
	#logits: Logits | undefined;

	constructor(
		{ vocabulary, logitBytes }: Pick<DecoderSession, 'vocabulary' | 'logitBytes'>,
		session: Pick<DecoderSession, 'stepBatch'>,
		batch: CacheBatch,
	) {
		this.#session = session;
		this.#batch = batch;
		this.#fed = batch.lengths.map(() => 0);
		this.#scratch = batch.lengths.map(() => new Float32Array(logitBytes === 2 ? vocabulary : 0));
	}

	row(path: number): Float32Array {
		if (this.#logits === undefined) throw new RangeError('no path has been continued');
		return this.#logits.row(path, this.#scratch[path]!);
	}

	async step(next: ReadonlyMap<number, number>): Promise<void> {
		// One that has ended is fed its last token on, which nobody reads: a smaller batch would be another one for the others.
		for (const [path, id] of next) this.#fed[path] = id;
		this.#logits = undefined;
		const { logits, batch } = await this.#session.stepBatch(this.#fed, this.#batch);
		this.#logits = logits;
		this.#batch = batch;
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
	static async open(feeding: Feeding, prompts: readonly (readonly number[] | null)[], progress: Progress): Promise<SeparatePaths> {
		const bodies = prompts.map((ids) => ids?.slice(0, -1) ?? []);
		const caches: (KeyValueCache | undefined)[] = [];
		for (const ids of prompts) {
			const first = ids === null ? 0 : feeding.firstPiece(ids.length);
			const cached = ids !== null && feeding.growth !== 'none' && first < ids.length;
			// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
			caches.push(cached ? await prefill(feeding, ids.slice(0, -1), first, progress) : undefined);
		}
		const paths = new SeparatePaths(feeding, bodies, caches);
		await paths.step(new Map([...prompts.entries()].flatMap(([path, ids]) => (ids === null ? [] : [[path, ids.at(-1)!] as const]))));
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
