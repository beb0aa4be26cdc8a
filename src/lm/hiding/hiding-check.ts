import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fixedText, type CacheGrowth } from '../cache-check.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import type { Logits } from '../logits.ts';
import { chosenColumns, keepsEachToken, lastColumns, spoiledColumns } from './cache-columns.ts';
import type { HidingWay } from './hiding-way.ts';

/** What the check needs of a session. */
export type TriedSession = Pick<DecoderSession, 'vocabulary' | 'slots' | 'start' | 'step'>;

/** Tokens of the prompt that is tried, and of what follows it. */
const promptTokens = 24;
const rowTokens = 4;
/** Tokens of the longest text that is tried. */
export const triedTokens = promptTokens + rowTokens;
/** Columns that are hidden: single tokens beside a stretch that small windows see, and one that they do not. Both leave the last column. */
const hiddenSets: readonly (readonly number[])[] = [
	[2, 3, 9, 15, 16, 17, 18, 19, 20, 21],
	[4, 5, 6, 7, 8, 9, 10],
];
/** A column that no set hides. */
const seenColumn = promptTokens - 1;
/** Deviations that are accepted, as a share of what hiding changes: kernels round differently by shape. */
const tolerance = 0.01;

/** What one run gives. */
interface Run {
	/** `[rowTokens][V]`. */
	readonly rows: readonly Float32Array[];
	/** What the rows themselves add to the cache, by input. */
	readonly added: ReadonlyMap<string, Float32Array>;
}

/**
 * Why columns of a cache are not hidden in this way on this graph, a clause; `null` where they are. Nothing is taken from how the graph was
 * made; on a few tokens it must hold that
 * - hiding nothing gives what the graph gives by itself;
 * - other numbers in the hidden columns change nothing, and in others what they change by themselves;
 * - the keys that the first layer makes of the rows stay the same, and would not at another position: positions do not shift;
 * - several tokens at once give what they give one by one.
 * For a way that leaves columns out, their order must not matter either.
 * @param original of the model, where the way is tried on a graph that was made for it.
 */
export async function whyNotHidden(
	session: TriedSession,
	growth: CacheGrowth,
	way: HidingWay,
	original: TriedSession = session,
): Promise<string | null> {
	try {
		return await tried(session, growth, way, original);
	} catch (error) {
		if (error instanceof UserError && (error.code === errorNumbers.runtimeFailed || error.code === errorNumbers.notADecoder))
			return 'it fails when columns of its cache are hidden';
		throw error;
	}
}

/* oxlint-disable no-await-in-loop -- one session, one run at a time */
async function tried(session: TriedSession, growth: CacheGrowth, way: HidingWay, original: TriedSession): Promise<string | null> {
	const ids = fixedText(session, triedTokens);
	const [before, rows] = [ids.slice(0, promptTokens), ids.slice(promptTokens)];
	const whole = growth === 'any' ? [rows] : rows.map((id) => [id]);
	const prompt = (await session.step(before, session.start(), 0)).cache;
	const plain = await plainRun(session, prompt, whole);
	const hidden = (cache: KeyValueCache, columns: readonly number[], pieces = whole): Promise<Run> =>
		hiddenRun(session, way.open(cache, [columns]), pieces);

	const first = await hidden(prompt, hiddenSets[0]!);
	const effect = distance(first.rows, plain.rows);
	const same = (one: Run, other: Run): boolean => distance(one.rows, other.rows) <= tolerance * effect;
	if (!(effect > 0)) return 'hiding columns of its cache changes nothing';
	const ownPrompt = original === session ? prompt : (await original.step(before, original.start(), 0)).cache;
	const own = original === session ? plain : await plainRun(original, ownPrompt, whole, false);
	const prompts = original === session || !keepsEachToken(original.slots) ? [prompt] : [prompt, ownPrompt];
	for (const one of prompts) if (!same(await hidden(one, []), own)) return 'its numbers change though nothing is hidden';
	for (const columns of hiddenSets) {
		const run = columns === hiddenSets[0] ? first : await hidden(prompt, columns);
		if (!same(await hidden(spoiledColumns(prompt, session.slots, columns), columns), run))
			return 'it reads columns of its cache that are hidden';
		if (columns === hiddenSets[0]) continue;
		const moved = await shifted(session, before, whole, plain, [first, run]);
		if (moved !== null) return moved;
	}
	const spoiled = spoiledColumns(prompt, session.slots, [seenColumn]);
	const change = distance((await plainRun(session, spoiled, whole)).rows, plain.rows);
	if (!(distance((await hidden(spoiled, hiddenSets[0]!)).rows, first.rows) > 0.1 * change))
		return 'columns of its cache that are not hidden are not read either';
	if (growth === 'any') {
		const single = await hidden(
			prompt,
			hiddenSets[0]!,
			rows.map((id) => [id]),
		);
		if (!same(single, first)) return 'several tokens behind hidden columns come out otherwise than one by one';
	}
	if (way.kind === 'columns') {
		const turned = chosenColumns(prompt, session.slots, columnsOf(promptTokens).toReversed());
		if (!same(await plainRun(session, turned, whole), plain)) return 'the order of the columns of its cache matters';
	}
	return null;
}

function columnsOf(length: number): number[] {
	return Array.from({ length }, (_, column) => column);
}

/** Why positions shift, or cannot be seen; `null` where they stay. The first layer's keys know a token and its position, and nothing else. */
async function shifted(
	session: TriedSession,
	before: readonly number[],
	pieces: readonly (readonly number[])[],
	plain: Run,
	runs: readonly Run[],
): Promise<string | null> {
	const other = (await session.step(before.toReversed(), session.start(), 0)).cache;
	const shorter = (await session.step(before.slice(hiddenSets[0]!.length), session.start(), 0)).cache;
	const [elsewhere, earlier] = [await plainRun(session, other, pieces), await plainRun(session, shorter, pieces)];
	const first = [...plain.added].filter(([input, numbers]) => {
		const range = Math.max(...numbers.map(Math.abs));
		const far = (run: Run): number => apart(run.added.get(input)!, numbers);
		return far(elsewhere) <= tolerance * far(earlier) && far(earlier) > 1e-4 * range;
	});
	if (first.length === 0) return 'nothing shows which position a token is read at';
	const moves = runs.some(({ added }) =>
		first.some(([input, numbers]) => apart(added.get(input)!, numbers) > tolerance * apart(earlier.added.get(input)!, numbers)),
	);
	return moves ? 'tokens move to other positions when columns before them are hidden' : null;
}

/**
 * Whether several texts that hide different columns may be fed together: each comes out as it does alone.
 */
export async function hidesInBatches(session: TriedSession, growth: CacheGrowth, way: HidingWay): Promise<boolean> {
	if (growth !== 'any' || session.slots.some(({ dims }) => dims[0] !== 1)) return false;
	const ids = fixedText(session, triedTokens);
	const prompt = (await session.step(ids.slice(0, promptTokens), session.start(), 0)).cache;
	const rows = ids.slice(promptTokens);
	try {
		const together = rowsOf(session, await way.open(prompt, [...hiddenSets, []]).feed(rows), rows.length * (hiddenSets.length + 1));
		const alone: Float32Array[] = [];
		for (const columns of [...hiddenSets, []]) alone.push(...rowsOf(session, await way.open(prompt, [columns]).feed(rows), rows.length));
		const effect = distance(alone.slice(0, rows.length), alone.slice(-rows.length));
		return distance(together, alone) <= tolerance * effect;
	} catch (error) {
		if (error instanceof UserError && (error.code === errorNumbers.runtimeFailed || error.code === errorNumbers.notADecoder)) return false;
		throw error;
	}
}

async function plainRun(session: TriedSession, prompt: KeyValueCache, pieces: readonly (readonly number[])[], keys = true): Promise<Run> {
	const rows: Float32Array[] = [];
	let cache = prompt;
	for (const ids of pieces) {
		const step = await session.step(ids, cache, ids.length);
		cache = step.cache;
		rows.push(...rowsOf(session, step.logits!, ids.length));
	}
	return { rows, added: keys ? lastColumns(cache, session.slots, rows.length) : new Map() };
}

async function hiddenRun(session: TriedSession, open: ReturnType<HidingWay['open']>, pieces: readonly (readonly number[])[]): Promise<Run> {
	const rows: Float32Array[] = [];
	for (const ids of pieces) rows.push(...rowsOf(session, await open.feed(ids), ids.length));
	return { rows, added: lastColumns(open.cache, session.slots, rows.length) };
}
/* oxlint-enable no-await-in-loop */

function rowsOf({ vocabulary }: TriedSession, logits: Logits, count: number): Float32Array[] {
	return Array.from({ length: count }, (_, i) => Float32Array.from(logits.row(i, new Float32Array(vocabulary))));
}

/** The largest distance of numbers at the same place; `Infinity` where one is no number, but for entries that are masked in both. */
function distance(one: readonly Float32Array[], other: readonly Float32Array[]): number {
	return one.reduce((max, row, i) => Math.max(max, apart(row, other[i]!)), 0);
}

function apart(one: Float32Array, other: Float32Array): number {
	return one.reduce((max, x, i) => {
		if (x === other[i]) return max;
		const d = Math.abs(x - other[i]!);
		return Number.isNaN(d) ? Infinity : Math.max(max, d);
	}, 0);
}
