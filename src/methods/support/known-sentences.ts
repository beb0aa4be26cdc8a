import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex } from './given-index.ts';
import type { LookUp } from './look-up-state.ts';
import type { Value } from './values.ts';

/** What was found of one sentence of an answer. Ranges are from its beginning. */
export interface KnownSentence<Evidence> {
	/** Of each of its values in order. */
	readonly values: readonly { readonly found: LookUp; readonly isAsked: boolean; readonly isUnsure: boolean }[];
	readonly missing: readonly TextRange[] | null;
	readonly evidence: Evidence;
}

/** UTF-16 units around a sentence that may change what is found of it: 'not above' before a number, 'or less' behind it. */
const around = 80;
/** More than the sentences of any answer that somebody edits; the memory is emptied beyond. */
const mostKnown = 5000;

/**
 * Keeps what was found of the sentences of an answer. While somebody types, all sentences but one are as they were, and so are the given texts, so that
 * they need not be looked up again.
 */
export class KnownSentences<Evidence> {
	readonly #known = new WeakMap<GivenIndex, Map<string, KnownSentence<Evidence>>>();

	/** Returns what is known of a sentence, and otherwise what `find` returns, which is kept. @param key as `keyOf` returns it */
	get(index: GivenIndex, key: string, find: () => KnownSentence<Evidence>): KnownSentence<Evidence> {
		const sentences = this.#known.get(index) ?? new Map<string, KnownSentence<Evidence>>();
		this.#known.set(index, sentences);
		const known = sentences.get(key);
		if (known !== undefined) return known;
		if (sentences.size >= mostKnown) sentences.clear();
		const found = find();
		sentences.set(key, found);
		return found;
	}
}

/**
 * Returns all that the comparison of a sentence depends on, as one text: its words and those around it, where its values and its content words stand, and
 * what else is known of it.
 * @param plain the whole answer, and `more` what does not stand in it
 */
export function keyOf(
	plain: string,
	{ start, end }: TextRange,
	values: readonly Value[],
	content: readonly TextRange[],
	more: string,
): string {
	const parts = [more, String(end - start)];
	for (const value of values) {
		const isFirst = value.kind === 'name' && value.isFirst ? '!' : '';
		parts.push(`${value.kind}${isFirst}${value.start - start}-${value.end - start}`);
	}
	for (const word of content) parts.push(String(word.start - start));
	const before = Math.max(0, start - around);
	parts.push(String(start - before), plain.slice(before, end + around));
	return parts.join(' ');
}
