import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fixedText, isNear } from '../cache-check.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import { joinCaches, type BatchLayout } from './cache-batch.ts';

/** What the check needs of a session. */
export type BatchSession = Pick<DecoderSession, 'vocabulary' | 'slots' | 'takesCache' | 'start' | 'step' | 'stepBatch'>;

/** A text that is tried: where it is cut from, how many tokens it has, and after how many more it ends. */
interface TriedText {
	readonly from: number;
	readonly length: number;
	readonly ends?: number;
}

/** What is in the cache of each before it is continued. */
type TriedCaches = ReadonlyMap<TriedText, KeyValueCache>;

/** Tokens that each is continued by. */
const steps = 4;
/** Tokens that each has room for. */
const room = 32;
/** Texts of unequal length, which share no beginning. */
const tried: readonly TriedText[] = [
	{ from: 0, length: 3 },
	{ from: 40, length: 24 },
	{ from: 80, length: 11 },
];
/** What stands in the other places of the batch: longer, shorter, next to nothing, ended at once or half way. */
const others: readonly (readonly TriedText[])[] = [
	[
		{ from: 120, length: room },
		{ from: 160, length: 7 },
		{ from: 200, length: 1, ends: 0 },
	],
	[
		{ from: 240, length: 1, ends: 0 },
		{ from: 280, length: room, ends: 2 },
		{ from: 320, length: room },
	],
];

/**
 * How several texts of unequal length go into one batch of this graph, or `null` where they do not: then they are continued one after
 * another. Nothing is taken from how the graph was made. Three texts are continued in a batch and each alone, and the rows must agree as
 * closely as a cache's must (`cacheGrowth`). And what stands beside a text, how long it is and when it ends must not change a single bit
 * of its rows, which it would where numbers are quantized by the range of the whole batch: a text is to depend on its own document.
 * @param layouts that are tried, in this order.
 * @param window longest text of the model, tokens.
 */
export async function batchLayout(
	session: BatchSession,
	window: number,
	layouts: readonly BatchLayout[] = ['left', 'right'],
): Promise<BatchLayout | null> {
	if (!session.takesCache || window < room + steps || session.slots.some(({ dims }) => dims[0] !== 1)) return null;
	const alone: Float32Array[][] = [];
	/* oxlint-disable no-await-in-loop -- one session, one run at a time */
	const caches = new Map<TriedText, KeyValueCache>();
	for (const text of [...tried, ...others.flat()]) caches.set(text, await fed(session, text));
	for (const text of tried) alone.push(await rowsAlone(session, text, caches.get(text)!));
	for (const layout of layouts) {
		const found = await trial(session, tried, caches, layout);
		if (found === null || !found.every((rows, i) => rows.every((row, step) => isNear(alone[i]![step]!, row)))) continue;
		if (await staysTheSame(session, found, caches, layout)) return layout;
	}
	/* oxlint-enable no-await-in-loop */
	return null;
}

/** Whether each text's rows come out with the same bits when others stand in the other places. */
async function staysTheSame(
	session: BatchSession,
	found: readonly (readonly Float32Array[])[],
	caches: TriedCaches,
	layout: BatchLayout,
): Promise<boolean> {
	for (const beside of others)
		for (const [i, text] of tried.entries()) {
			// oxlint-disable-next-line no-await-in-loop -- one session, one run at a time
			const again = await trial(session, beside.with(i, text), caches, layout);
			if (again === null || !again[i]!.every((row, step) => row.every((x, v) => Object.is(x, found[i]![step]![v])))) return false;
		}
	return true;
}

async function rowsAlone(session: BatchSession, text: TriedText, start: KeyValueCache): Promise<Float32Array[]> {
	const rows: Float32Array[] = [];
	let cache = start;
	for (let step = 0; step < steps; step++) {
		// oxlint-disable-next-line no-await-in-loop -- each continues the one before
		const stepped = await session.step([tokenOf(session, text, step)], cache, 1);
		cache = stepped.cache;
		rows.push(Float32Array.from(stepped.logits!.row(0, new Float32Array(session.vocabulary))));
	}
	return rows;
}

/** Rows of each text in a batch, by step; `null` where the runtime fails. */
async function trial(
	session: BatchSession,
	texts: readonly TriedText[],
	caches: TriedCaches,
	layout: BatchLayout,
): Promise<Float32Array[][] | null> {
	const rows = texts.map((): Float32Array[] => []);
	let batch = joinCaches(
		texts.map((text) => caches.get(text)!),
		session.slots,
		layout,
		room,
	);
	try {
		for (let step = 0; step < steps; step++) {
			const ids = texts.map((text) => tokenOf(session, text, step));
			// oxlint-disable-next-line no-await-in-loop -- each continues the one before
			const stepped = await session.stepBatch(ids, batch);
			batch = stepped.batch;
			for (const [i, own] of rows.entries()) own.push(Float32Array.from(stepped.logits.row(i, new Float32Array(session.vocabulary))));
		}
	} catch (error) {
		if (error instanceof UserError && (error.code === errorNumbers.runtimeFailed || error.code === errorNumbers.notADecoder)) return null;
		throw error;
	}
	return rows;
}

/** What a text is continued by; one that has ended, by the same on and on. */
function tokenOf(session: BatchSession, { from, length, ends = steps }: TriedText, step: number): number {
	return fixedText(session, from + length + steps)[from + length + Math.min(step, ends)]!;
}

/** At once into an empty cache, as every graph takes a text. */
async function fed(session: BatchSession, { from, length }: TriedText): Promise<KeyValueCache> {
	return (await session.step(fixedText(session, from + length).slice(from), session.start(), 0)).cache;
}
