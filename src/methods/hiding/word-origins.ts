import { spacedWords } from '../../text/spaced-words.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** A response's log-probabilities with contexts away, as `HidingResult` has them; `[T]`, or `[T, K]` for `K` contexts, nats. */
export interface HiddenReadings {
	/** UTF-16 offsets of the tokens in the response. */
	readonly start: ArrayLike<number>;
	readonly end: ArrayLike<number>;
	readonly logProbability: ArrayLike<number>;
	/** Without any context. */
	readonly none: ArrayLike<number>;
	/** Without one; NaN where that was not measured. */
	readonly without: ArrayLike<number>;
	/** With one alone; NaN where that was not measured. */
	readonly only: ArrayLike<number>;
}

/** What a context gives a word. */
interface ContextGain {
	/** Number of the context, from 0. */
	readonly context: number;
	/** The larger of what is missing without it (`necessity`) and what it gives alone (`sufficiency`), nats. */
	readonly nats: number;
	/** `ln p` of the word without it. */
	readonly without: number;
}

/** A word of a response (what stands between white space, without the marks around it), and the contexts that it comes from. */
export interface WordOrigin extends TextRange {
	/** `ln p` of the word: of its tokens, added up. With all contexts, and without any. */
	readonly logProbability: number;
	readonly none: number;
	/** What each measured context gives it, most first. */
	readonly gains: readonly ContextGain[];
	/** Contexts that it comes from, most first: one, or several that give it about the same; empty where none does. */
	readonly from: readonly number[];
}

/** What a context must give at least, nats. */
const minNats = 0.1;
/**
 * And by how much more than the others give on average, as a share of how surprising the word is without it: a word that no context has is
 * surprising with and without them, and what hiding moves then, it moves for other reasons. Chosen on bench `real-origins`.
 */
const minShare = 0.25;
/** What a context must give, as a share of what the first one gives, to be named beside it: copies of one text. */
const minOfFirst = 0.9;

/**
 * Names where each word of a response comes from: the contexts without which it would be less likely, or which alone make it likely (this
 * project's own; docs/methods/hiding.md).
 * @param text the response; words behind its last token are left out.
 * @param contexts how many there are, `K`.
 */
export function wordOrigins(text: string, readings: HiddenReadings, contexts: number): WordOrigin[] {
	const origins: WordOrigin[] = [];
	let first = 0;
	for (const { start, end } of spacedWords(text)) {
		while (first < readings.start.length && readings.end[first]! <= start) first++;
		let last = first;
		while (last < readings.start.length && readings.start[last]! < end) last++;
		if (last > first) origins.push({ start, end, ...originOf(readings, contexts, first, last) });
	}
	return origins;
}

/** Of the tokens from `first` to before `last`. */
function originOf(
	{ logProbability, none, without, only }: HiddenReadings,
	contexts: number,
	first: number,
	last: number,
): Omit<WordOrigin, keyof TextRange> {
	const sum = (of: (t: number) => number): number => {
		let total = 0;
		for (let t = first; t < last; t++) total += of(t);
		return total;
	};
	const [all, bare] = [sum((t) => logProbability[t]!), sum((t) => none[t]!)];
	const gains = Array.from({ length: contexts }, (_, context) => {
		const away = sum((t) => without[t * contexts + context]!);
		const necessity = all - away;
		// Where it was not asked for, it is no more than what is missing.
		const sufficiency = sum((t) => {
			const alone = only[t * contexts + context]!;
			return Number.isNaN(alone) ? logProbability[t]! - without[t * contexts + context]! : alone - none[t]!;
		});
		const necessary = necessity >= sufficiency;
		return { context, nats: Math.max(necessity, sufficiency), without: away, surprise: -(necessary ? away : bare) };
	})
		.filter(({ nats }) => !Number.isNaN(nats))
		.toSorted((a, b) => b.nats - a.nats || a.context - b.context);
	return {
		logProbability: all,
		none: bare,
		gains: gains.map(({ context, nats, without: one }) => ({ context, nats, without: one })),
		from: named(gains),
	};
}

/** @param gains most first, with how surprising the word is without what the context gives. */
function named(gains: readonly { readonly context: number; readonly nats: number; readonly surprise: number }[]): number[] {
	const [top] = gains;
	if (top === undefined || !(top.nats > minNats)) return [];
	const first = gains.filter(({ nats }) => nats >= minOfFirst * top.nats);
	const others = gains.slice(first.length);
	const usual = others.reduce((sum, { nats }) => sum + Math.max(0, nats), 0) / Math.max(1, others.length);
	return top.nats - usual >= minShare * top.surprise ? first.map(({ context }) => context) : [];
}
