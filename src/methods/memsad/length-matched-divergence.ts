import { jensenShannon } from '../../statistics/jensen-shannon.ts';
import { fittedLine, type FittedLine } from '../../statistics/fitted-line.ts';
import { robustSpreadOf } from '../../statistics/spread.ts';
import { characterGrams } from '../../text/character-grams.ts';

/** How unlike benign texts of its length a text is written. */
export interface JudgedDivergence {
	readonly kind: 'judged';
	/** `(nats − typical) / deviation`: what is compared with a threshold. */
	readonly score: number;
	/** Jensen–Shannon divergence of character 3-grams from benign texts of like length, in `[0, ln 2]`. */
	readonly nats: number;
	/** What benign texts of that length have. */
	readonly typical: number;
}

/** `outside`: too few benign texts are about as long, so that a score would be the draw's and not the text's. */
export type Divergence = JudgedDivergence | { readonly kind: 'outside' };

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
	readonly caution: Caution;
}

/** How far scores are believed where the texts of the baseline are the ones that are judged, and a store of one form has hardly any spread. */
interface Caution {
	/** Least deviation of a text of `n` runs: this divided by `n`, in nats. */
	readonly leastSpread: number;
	/** Runs below which a text is not judged. */
	readonly leastLength: number;
}

export interface DivergenceOptions {
	/** How many benign texts of like length a text is compared with. */
	readonly neighbors?: number;
	/** Absent: none, as benign texts that somebody has named need. */
	readonly caution?: Caution;
}

const noCaution: Caution = { leastSpread: 0, leastLength: 0 };

/**
 * For a store that is its own baseline. Notes of people spread by 1.5 to 2 divided by their length (LoCoMo's observations, each person a store); notes of one form
 * spread by less, so that a rare weekday in them would be an outlier.
 */
export const storeCaution: Caution = { leastSpread: 1.5, leastLength: 30 };

/** Enough for the commonest 3-grams of a language, few enough to be of like length among some hundred texts. */
const defaultNeighbors = 50;
/** The fewest benign texts of which a baseline is made. */
export const minBaseline = 20;
/** Widths below which differences of wording stand for nothing, nats. */
const minDeviation = 0.002;
/** Texts are about as long as each other up to this factor. */
const alikeFactor = 1.5;
/** The fewest benign texts that are about as long as a text, itself not counted. */
export const minAlike = 5;

/**
 * Benign texts as what MEMSAD+ compares with. The paper compares with all benign texts at once, which mostly measures length: divergence falls as a text
 * gets longer. Here a text is compared with those of like length, and its divergence with what they have among themselves, each of them
 * without itself (cross-fitted).
 * @throws RangeError below `minBaseline` different texts
 */
export function divergenceBaseline(
	benign: Iterable<string>,
	{ neighbors = defaultNeighbors, caution = noCaution }: DivergenceOptions = {},
): DivergenceBaseline {
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
	return { texts, windowSize, step, caution, windows: starts.map((start) => lengthWindow(texts.slice(start, start + windowSize))) };
}

/**
 * A text against the baseline; a text that is in it is left out of what it is compared with. A text is judged where at least `minAlike` others are about as long.
 * @returns `null` for a text that is too short to be compared: without a character, or below what the caution says
 */
export function divergenceOf(baseline: DivergenceBaseline, text: string): Divergence | null {
	const judged = baselineText(text);
	const { leastSpread, leastLength } = baseline.caution;
	if (judged.length === 0 || judged.length < leastLength) return null;
	if (!hasAlike(baseline, judged)) return { kind: 'outside' };
	const window = windowFor(baseline, judged.length);
	const nats = divergenceFrom(window, judged);
	const typical = window.line.at(Math.log(judged.length));
	return { kind: 'judged', score: (nats - typical) / Math.max(window.deviation, leastSpread / judged.length), nats, typical };
}

/** The score of a text; `null`: it cannot be judged. */
export function divergenceScore(baseline: DivergenceBaseline, text: string): number | null {
	const found = divergenceOf(baseline, text);
	return found?.kind === 'judged' ? found.score : null;
}

/** Scores of the baseline's own texts, each against the others: what a threshold is made of. Those that cannot be judged are left out, as no threshold will judge their like. */
export function crossFittedScores(baseline: DivergenceBaseline, benign: readonly string[]): Float64Array {
	return Float64Array.from(benign.flatMap((text) => divergenceScore(baseline, text) ?? []));
}

/** Whether enough benign texts are about as long as this one. */
function hasAlike({ texts }: DivergenceBaseline, judged: BaselineText): boolean {
	let alike = 0;
	for (let at = firstOfLength(texts, judged.length / alikeFactor); at < texts.length; at++) {
		const { length, text } = texts[at]!;
		if (length > judged.length * alikeFactor) return false;
		if (text !== judged.text) alike++;
		if (alike === minAlike) return true;
	}
	return false;
}

/** The place of the first text that is at least so long. */
function firstOfLength(texts: readonly BaselineText[], length: number): number {
	let [low, high] = [0, texts.length];
	while (low < high) {
		const at = (low + high) >> 1;
		if (texts[at]!.length < length) low = at + 1;
		else high = at;
	}
	return low;
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
