import { jensenShannon } from '../../statistics/jensen-shannon.ts';
import { fittedLine, type FittedLine } from '../../statistics/fitted-line.ts';
import { robustSpreadOf } from '../../statistics/spread.ts';
import { characterGrams } from '../../text/character-grams.ts';

/** How unlike benign texts of its length a text is written. */
export interface Divergence {
	/** `(nats − typical) / deviation`: what is compared with a threshold. */
	readonly score: number;
	/** Jensen–Shannon divergence of character 3-grams from benign texts of like length, in `[0, ln 2]`. */
	readonly nats: number;
	/** What benign texts of that length have. */
	readonly typical: number;
	/** Whether no benign text is about as long or as short: the score says little. */
	readonly isOutside: boolean;
}

interface BaselineText {
	readonly text: string;
	readonly grams: ReadonlyMap<string, number>;
	readonly length: number;
}

/** Neighbors in length that a text is compared with together. */
interface LengthWindow {
	readonly texts: readonly BaselineText[];
	readonly grams: ReadonlyMap<string, number>;
	readonly total: number;
	/** Of the neighbors, each against the others: a line over the logarithm of the length, and how far they lie from it. */
	readonly line: FittedLine;
	readonly deviation: number;
}

/** Benign texts by length; made by `divergenceBaseline`. */
export interface DivergenceBaseline {
	/** By length, ascending. */
	readonly texts: readonly BaselineText[];
	readonly windowSize: number;
	/** One every few places in the order of lengths; the place of its first text. */
	readonly windows: readonly LengthWindow[];
	readonly step: number;
}

export interface DivergenceOptions {
	/** How many benign texts of like length a text is compared with. */
	readonly neighbors?: number;
}

/** Enough for the commonest 3-grams of a language, few enough to be of like length among some hundred texts. */
const defaultNeighbors = 50;
/** The fewest benign texts of which a baseline is made. */
export const minBaseline = 20;
/** Widths below which differences of wording stand for nothing, nats. */
const minDeviation = 0.002;
/** How many times longer than the longest (shorter than the shortest) benign text a text may be. */
const outsideFactor = 1.5;

/**
 * Benign texts as what MEMSAD+ compares with. The paper compares with all benign texts at once, which mostly measures length: divergence falls as a text
 * gets longer. Here a text is compared with those of like length, and its divergence with what they have among themselves, each of them
 * without itself (cross-fitted).
 * @throws RangeError below `minBaseline` different texts
 */
export function divergenceBaseline(benign: Iterable<string>, { neighbors = defaultNeighbors }: DivergenceOptions = {}): DivergenceBaseline {
	const texts = [...new Set(benign)]
		.map((text) => baselineText(text))
		.filter(({ length }) => length > 0)
		.toSorted((a, b) => a.length - b.length || (a.text < b.text ? -1 : 1));
	if (texts.length < minBaseline) throw new RangeError(`${texts.length} benign texts: a baseline needs at least ${minBaseline}`);
	const windowSize = Math.min(texts.length, neighbors + 1);
	const step = Math.max(1, Math.floor(windowSize / 8));
	const starts = Array.from({ length: Math.ceil((texts.length - windowSize) / step) + 1 }, (_, i) =>
		Math.min(i * step, texts.length - windowSize),
	);
	return { texts, windowSize, step, windows: starts.map((start) => lengthWindow(texts.slice(start, start + windowSize))) };
}

/**
 * A text against the baseline; a text that is in it is left out of what it is compared with.
 * @returns `null` for a text without a character
 */
export function divergenceOf(baseline: DivergenceBaseline, text: string): Divergence | null {
	const judged = baselineText(text);
	if (judged.length === 0) return null;
	const window = windowFor(baseline, judged.length);
	const nats = divergenceFrom(window, judged);
	const [shortest, longest] = [baseline.texts[0]!.length, baseline.texts.at(-1)!.length];
	const typical = window.line.at(Math.log(judged.length));
	return {
		score: (nats - typical) / window.deviation,
		nats,
		typical,
		isOutside: judged.length > longest * outsideFactor || judged.length * outsideFactor < shortest,
	};
}

/** Scores of the baseline's own texts, each against the others: what a threshold is made of. In the order of `benign`. */
export function crossFittedScores(baseline: DivergenceBaseline, benign: readonly string[]): Float64Array {
	return Float64Array.from(benign, (text) => divergenceOf(baseline, text)?.score ?? 0);
}

function baselineText(text: string): BaselineText {
	const grams = characterGrams(text);
	let length = 0;
	for (const count of grams.values()) length += count;
	return { text, grams, length };
}

function lengthWindow(texts: readonly BaselineText[]): LengthWindow {
	const grams = new Map<string, number>();
	let total = 0;
	for (const text of texts) {
		for (const [gram, count] of text.grams) grams.set(gram, (grams.get(gram) ?? 0) + count);
		total += text.length;
	}
	const pooled = { texts, grams, total };
	const lengths = texts.map(({ length }) => Math.log(length));
	const divergences = texts.map((text) => divergenceFrom(pooled, text));
	// Within a window, too, the longer texts have less.
	const line = fittedLine(lengths, divergences);
	const { deviation } = robustSpreadOf(divergences.map((nats, at) => nats - line.at(lengths[at]!)));
	return { ...pooled, line, deviation: Math.max(minDeviation, deviation) };
}

/** From the window's texts without the text itself. */
function divergenceFrom({ texts, grams, total }: Pick<LengthWindow, 'texts' | 'grams' | 'total'>, judged: BaselineText): number {
	if (!texts.some(({ text }) => text === judged.text)) return jensenShannon(judged.grams, grams, { first: judged.length, second: total });
	const others = new Map<string, number>();
	for (const [gram, count] of judged.grams) others.set(gram, grams.get(gram)! - count);
	return jensenShannon(judged.grams, others, { first: judged.length, second: total - judged.length });
}

/** The window whose middle text is nearest in length. */
function windowFor({ windows, windowSize }: DivergenceBaseline, length: number): LengthWindow {
	const middle = Math.floor(windowSize / 2);
	let [low, high] = [0, windows.length - 1];
	while (low < high) {
		const at = (low + high) >> 1;
		const [here, next] = [windows[at]!.texts[middle]!.length, windows[at + 1]!.texts[middle]!.length];
		if (length * 2 > here + next) low = at + 1;
		else high = at;
	}
	return windows[low]!;
}
