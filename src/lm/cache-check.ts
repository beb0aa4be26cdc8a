import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { DecoderSession } from './decoder-session.ts';
import type { FirstPiece } from './first-chunk.ts';
import type { KeyValueCache } from './key-value-cache.ts';

/**
 * How many tokens a graph takes behind a filled cache: some exports mask several wrongly (merged decoders that were traced
 * with one), or refuse them; some have no cache, or one that fails, so that every text is read at once. All take any number with an empty one.
 */
export type CacheGrowth = 'any' | 'single' | 'none';

/** What the check needs of a session. */
export type CheckedSession = Pick<DecoderSession, 'vocabulary' | 'branches' | 'takesCache' | 'forgoCache' | 'start' | 'step'>;

/** Share of the logits' range by which rows may differ that should be equal: float16 and 4-bit kernels round differently by shape. */
const tolerance = 0.02;
const tokens = 7;
const head = 3;
/** Of texts whose tokens must be the same in the shorter one as in the longer: a graph may see later tokens from so far on alone. */
const lengths = [2, 16, 64];

export interface CacheCheckOptions {
	/** Of the model, for messages. */
	readonly file: string;
	/** The graph quantizes activations by the range of what is fed, so that pieces never agree with the whole and the comparison says nothing. */
	readonly dynamic: boolean;
	/** Longest text of the model, tokens. */
	readonly window: number;
	/** Which texts it treats alike: their tokens come out the same. */
	readonly firstPiece: FirstPiece;
}

/**
 * Runs a few tokens through a graph at once, in two pieces, and one by one, and compares the rows: a model whose cache is
 * wrong would give wrong numbers without a word. Every graph is held to this first: that a text's first tokens come out as they
 * do alone. One that runs into an error whenever there is something in its cache contradicts nothing, and the session forgoes
 * the cache. One that gives other numbers contradicts itself, and nothing says which are right.
 * @throws {UserError} RA412 when ways through the cache give other numbers than the whole and none gives them, and when tokens depend on later ones.
 */
export async function cacheGrowth(session: CheckedSession, options: CacheCheckOptions): Promise<CacheGrowth> {
	const ids = fixedText(session, tokens);
	await mustReadForward(session, options);
	if (!session.takesCache) return 'none';
	if (options.dynamic) return session.branches ? 'single' : 'any';
	const whole = await lastRow(session, [ids]);
	const several = await compared(session, whole, [ids.slice(0, head), ids.slice(head)]);
	if (several === 'same') return 'any';
	const single = await compared(session, whole, [ids.slice(0, head), ...ids.slice(head).map((id) => [id])]);
	if (single === 'same') return 'single';
	if (several === 'fails' && single === 'fails') {
		session.forgoCache();
		return 'none';
	}
	throw new UserError(
		errorNumbers.inconsistentModelOutput,
		"This model's key/value cache cannot be used: with tokens in it, the model gives other numbers than without it, and nothing says which are right.",
		{
			place: { file: options.file },
			hint: 'The export is broken, or the device computes wrongly: export the model again, or choose another device.',
		},
	);
}

/** Runs the graph in any case: what cannot be fed should fail when it is loaded. */
async function mustReadForward(session: CheckedSession, { file, dynamic, window, firstPiece }: CacheCheckOptions): Promise<void> {
	let shorter: readonly Float32Array[] = [];
	for (const length of new Set((dynamic ? lengths.slice(0, 1) : lengths).map((wanted) => Math.min(wanted, window)))) {
		const { logits } = await session.step(fixedText(session, length), session.start(), length);
		const row = (i: number): Float32Array => logits!.row(i, new Float32Array(session.vocabulary));
		const alike = firstPiece(shorter.length) === firstPiece(length);
		if (alike && shorter.some((alone, i) => !isNear(alone, row(i)))) {
			throw new UserError(
				errorNumbers.inconsistentModelOutput,
				`A token's numbers depend on the tokens after it in this model${session.takesCache ? '' : ', which reads each text at once, without a key/value cache'}: the first ${shorter.length} of a text come out otherwise in one of ${length}.`,
				{
					place: { file },
					hint: 'It is no decoder, or its mask was lost on the way: export the model again, best with a cache.',
				},
			);
		}
		shorter = Array.from({ length: Math.min(length, lengths.at(-2)!) }, (_, i) => row(i).slice());
	}
}

/** Tokens to try a graph with. */
export function fixedText({ vocabulary }: Pick<CheckedSession, 'vocabulary'>, length: number): number[] {
	return Array.from({ length }, (_, i) => (1 + i * 7919) % vocabulary);
}

/** What the last row is when the text is fed in pieces. */
async function compared(
	session: CheckedSession,
	whole: Float32Array,
	pieces: readonly (readonly number[])[],
): Promise<'same' | 'other' | 'fails'> {
	let row: Float32Array;
	try {
		row = await lastRow(session, pieces);
	} catch (error) {
		if (error instanceof UserError && error.code === errorNumbers.runtimeFailed) return 'fails';
		throw error;
	}
	return isNear(whole, row) ? 'same' : 'other';
}

/** Whether a row is that of another computation of the same, as far as kernels may differ. */
export function isNear(whole: Float32Array, row: Float32Array): boolean {
	const range = whole.reduce((max, x) => Math.max(max, x), -Infinity) - whole.reduce((min, x) => Math.min(min, x), Infinity);
	return whole.every((x, v) => Math.abs(x - row[v]!) <= tolerance * range || x === row[v]);
}

async function lastRow(session: CheckedSession, pieces: readonly (readonly number[])[]): Promise<Float32Array> {
	let cache: KeyValueCache = session.start();
	let last = new Float32Array();
	for (const piece of pieces) {
		const step = await session.step(piece, cache, piece.length);
		cache = step.cache;
		last = Float32Array.from(step.logits!.row(piece.length - 1, new Float32Array(session.vocabulary)));
	}
	return last;
}
