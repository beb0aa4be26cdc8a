import type { TextRange } from '../../text/tagged-text.ts';
import type { Origins } from '../../model-io/attribution.ts';

/** A word of a context (what stands between white space), and what it gave to the asked response tokens. */
export interface OriginWord extends TextRange {
	/** Number of the context in the trace, from 0. */
	readonly context: number;
	/** Mean over the asked tokens of the word's part of their probability. */
	readonly share: number;
}

/** Less of a probability than this is nothing that anyone should look at. */
const minShare = 1e-3;
/** A word that gave less than this, relative to the strongest, is noise beside it. */
const minWeight = 0.02;
const maxWords = 200;

/**
 * The words that fed the asked response tokens, strongest first; none where the contexts gave next to nothing.
 * @param texts of the contexts, in the order of the trace.
 */
export function originWords({ rows, contexts }: Origins, texts: readonly string[]): OriginWord[] {
	const words = contexts
		.flatMap(({ start, end, shares }, context): OriginWord[] => {
			const text = texts[context] ?? '';
			const given = Float64Array.from(start, (_, j) => rows.reduce((sum, _row, r) => sum + shares[r * start.length + j]!, 0) / rows.length);
			return Array.from(text.matchAll(/\S+/gu)).flatMap((match) => {
				const word = { start: match.index, end: match.index + match[0].length };
				const share = shareOf(word, text, start, end, given);
				return share >= minShare ? [{ context, ...word, share }] : [];
			});
		})
		.toSorted((a, b) => b.share - a.share || a.context - b.context || a.start - b.start);
	const strongest = words[0]?.share ?? 0;
	return words.filter(({ share }) => share >= minWeight * strongest).slice(0, maxWords);
}

/** Of tokens that hold the word, or the end of it; a token over several words is theirs by their letters. */
function shareOf(word: TextRange, text: string, start: Uint32Array, end: Uint32Array, given: Float64Array): number {
	let share = 0;
	for (let j = firstBehind(end, word.start); j < start.length && start[j]! < word.end; j++) {
		const own = letters(text, Math.max(start[j]!, word.start), Math.min(end[j]!, word.end));
		const all = letters(text, start[j]!, end[j]!);
		if (all > 0) share += (given[j]! * own) / all;
	}
	return share;
}

/** The first token that ends behind an offset. */
function firstBehind(end: Uint32Array, offset: number): number {
	let [low, high] = [0, end.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (end[middle]! <= offset) low = middle + 1;
		else high = middle;
	}
	return low;
}

function letters(text: string, start: number, end: number): number {
	return text.slice(start, end).replaceAll(/\s/gu, '').length;
}
