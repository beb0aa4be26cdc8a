import type { LabeledSpan } from '../../model-io/encoders-and-classifiers.ts';
import type { Tag } from './label-scheme.ts';

/** A token of a text with what the model holds it for. */
export interface ClassifiedToken {
	/** UTF-16 offsets. A token that holds nothing of the text, as the second half of a character, has none between them. */
	readonly start: number;
	readonly end: number;
	/** `undefined`: outside of any value. */
	readonly tag: Tag | undefined;
	/** Probability of that. */
	readonly score: number;
	/** Whether it goes on with the word of the token before it. */
	readonly continues: boolean;
}

/** `simple`: each token for itself. `first`: a word is what its first token is, so that no value ends within a word. */
export type Aggregation = 'simple' | 'first';

/**
 * Values that tokens make up, in order, none overlapping another: tokens of the same kind beside each other, until one begins anew. As
 * `TokenClassificationPipeline` of Hugging Face's transformers does it, with ends and single tokens of BIOES beside it.
 */
export function spansOf(text: string, tokens: readonly ClassifiedToken[], aggregation: Aggregation): LabeledSpan[] {
	const parts = aggregation === 'first' ? wordsOf(tokens) : tokens;
	const spans: LabeledSpan[] = [];
	let open: { readonly kind: string; readonly start: number; end: number; readonly scores: number[] } | undefined;
	const close = (): void => {
		if (open === undefined) return;
		const { start, end } = withoutBlanks(text, open.start, open.end);
		if (end > start) spans.push({ start, end, label: open.kind, score: mean(open.scores) });
		open = undefined;
	};
	for (const { start, end, tag, score } of parts) {
		if (end === start) continue;
		if (open?.kind !== tag?.kind || tag?.place === 'begin' || tag?.place === 'single') close();
		if (tag === undefined) continue;
		open ??= { kind: tag.kind, start, end, scores: [] };
		open.end = end;
		open.scores.push(score);
		if (tag.place === 'end' || tag.place === 'single') close();
	}
	close();
	return spans;
}

function wordsOf(tokens: readonly ClassifiedToken[]): ClassifiedToken[] {
	const words: ClassifiedToken[] = [];
	for (const token of tokens) {
		const last = words.at(-1);
		if (last !== undefined && token.continues) words[words.length - 1] = { ...last, end: Math.max(last.end, token.end) };
		else words.push(token);
	}
	return words;
}

/** Signs that show nothing belong to the token behind them, and to no value. */
function withoutBlanks(text: string, start: number, end: number): { start: number; end: number } {
	const value = text.slice(start, end);
	const shown = value.replace(/^[\s\p{Cc}\p{Cf}]+/u, '');
	const from = end - shown.length;
	return { start: from, end: from + shown.replace(/[\s\p{Cc}\p{Cf}]+$/u, '').length };
}

function mean(numbers: readonly number[]): number {
	return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
