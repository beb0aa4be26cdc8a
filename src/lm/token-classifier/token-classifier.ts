import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LabeledSpan } from '../../model-io/encoders-and-classifiers.ts';
import type { TokenizedText, Tokenizer } from '../tokenizer.ts';
import type { ClassifierConfig } from './classifier-config.ts';
import type { ClassifierSession, TokenClass } from './classifier-session.ts';
import { spansOf, type Aggregation } from './spans.ts';

/** Tokens `[from, to)` that are read together, of which `[keepFrom, keepTo)` count. */
export interface Window {
	readonly from: number;
	readonly to: number;
	readonly keepFrom: number;
	readonly keepTo: number;
}

/**
 * Windows over a text of `count` tokens that together keep each token once. Neighbors have `overlap` tokens in common, of which each keeps the half
 * that is further from its end: a token is judged with at least half of that to either side.
 * @param size tokens of a window at most, more than `overlap`.
 */
export function windowsOf(count: number, size: number, overlap: number): Window[] {
	if (!(overlap >= 0 && size > overlap)) throw new RangeError(`windows of ${size} tokens that overlap by ${overlap}`);
	const windows: Window[] = [];
	for (let from = 0; windows.length === 0 || windows.at(-1)!.to < count; from += size - overlap) {
		const to = Math.min(count, from + size);
		const keepFrom = from === 0 ? 0 : from + Math.floor(overlap / 2);
		windows.push({ from, to, keepFrom, keepTo: to === count ? to : to - Math.ceil(overlap / 2) });
	}
	return windows;
}

/** Scripts that write words without blanks between them: each token counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ofWord = /[\p{L}\p{N}\p{M}]/u;

/**
 * Which tokens go on with the word of the one before. WordPiece says so itself; of other tokenizers, whose words include the punctuation beside them,
 * those between whose ends and beginnings no word ends: both are letters or digits.
 */
export function continuations(text: string, { pieces, start, end }: TokenizedText, marksThem: boolean): boolean[] {
	return pieces.map((piece, t) => {
		if (t === 0) return false;
		if (marksThem) return piece.kind === 'text' && !piece.beginsWord;
		const at = start[t]!;
		// It holds no character of its own: the rest of one that the token before it holds.
		if (end[t] === at) return true;
		return at > 0 && isWithinWord(lastOf(text.slice(Math.max(0, at - 2), at)), String.fromCodePoint(text.codePointAt(at)!));
	});
}

function isWithinWord(before: string, after: string): boolean {
	return ofWord.test(before) && ofWord.test(after) && !unspaced.test(before) && !unspaced.test(after);
}

function lastOf(text: string): string {
	return Array.from(text).at(-1) ?? '';
}

/** Tokens that are read together at most: more take memory by their square, and values have their cues near. */
export const maxInputTokens = 512;
/** Share of a window that it has in common with the next. */
const overlapShare = 1 / 4;

export interface ClassifyOptions {
	readonly aggregation?: Aggregation | undefined;
	/** Tokens in common of windows side by side; absent: a quarter. */
	readonly overlap?: number | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Windows read, of all of the text. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A model that finds values in texts. */
export class TokenClassifier {
	/** What it calls parts of a text. */
	readonly labels: readonly string[];
	readonly #session: ClassifierSession;
	readonly #tokenizer: Tokenizer;
	readonly #config: ClassifierConfig;
	readonly #around: ReturnType<Tokenizer['around']>;

	constructor(session: ClassifierSession, tokenizer: Tokenizer, config: ClassifierConfig) {
		this.#session = session;
		this.#tokenizer = tokenizer;
		this.#config = config;
		this.#around = tokenizer.around();
		this.labels = config.kinds;
	}

	/**
	 * The values of a text, in order. A long one is read in overlapping windows, each as the tokenizer would have it alone.
	 * @throws {UserError} as `ClassifierSession.classify`; the signal's reason within one window.
	 */
	async classify(text: string, { aggregation = 'first', overlap, signal, onProgress }: ClassifyOptions = {}): Promise<LabeledSpan[]> {
		const tokens = this.#tokenizer.tokenize(text, { special: false });
		const count = tokens.ids.length;
		if (count === 0) return [];
		const { before, behind } = this.#around;
		const size = windowTokens(this.#config, this.#tokenizer) - before.length - behind.length;
		const windows = windowsOf(count, Math.max(1, size), overlap ?? Math.floor(size * overlapShare));
		const classes: TokenClass[] = [];
		for (const [i, { from, to, keepFrom, keepTo }] of windows.entries()) {
			signal?.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine's memory
			const found = await this.#session.classify([...before, ...tokens.ids.slice(from, to), ...behind]);
			const first = before.length - from;
			classes.push(...found.slice(first + keepFrom, first + keepTo));
			onProgress?.(i + 1, windows.length);
			// oxlint-disable-next-line no-await-in-loop -- lets a cancel come in
			await nextTurn();
		}
		const continues = continuations(text, tokens, this.#tokenizer.marksWords);
		return spansOf(
			text,
			classes.map(({ index, score }, t) => ({
				start: tokens.start[t]!,
				end: tokens.end[t]!,
				tag: this.#config.tags[index],
				score,
				continues: continues[t]!,
			})),
			aggregation,
		);
	}

	dispose(): Promise<void> {
		return this.#session.dispose();
	}
}

/** Tokens of a window, those around a text included. */
function windowTokens({ positions }: Pick<ClassifierConfig, 'positions'>, { maximumLength }: Pick<Tokenizer, 'maximumLength'>): number {
	return Math.min(maxInputTokens, positions ?? maxInputTokens, maximumLength ?? maxInputTokens);
}
