import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LabelledSpan } from '../../reading/token-classification.ts';
import type { Tokenizer } from '../tokenizer.ts';
import type { ClassifierConfig } from './classifier-config.ts';
import type { ClassifierSession, TokenClass } from './classifier-session.ts';
import { spansOf, type Aggregation } from './spans.ts';
import { windowsOf } from './windows.ts';
import { continuations } from './word-pieces.ts';

/** Tokens that are read together at most: more take memory by their square, and values have their cues near. */
export const mostTokens = 512;
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
	async classify(text: string, { aggregation = 'first', overlap, signal, onProgress }: ClassifyOptions = {}): Promise<LabelledSpan[]> {
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
export function windowTokens(
	{ positions }: Pick<ClassifierConfig, 'positions'>,
	{ maximumLength }: Pick<Tokenizer, 'maximumLength'>,
): number {
	return Math.min(mostTokens, positions ?? mostTokens, maximumLength ?? mostTokens);
}
