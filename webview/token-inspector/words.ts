import { percent, withMinus } from '../shared/words.ts';

/** How the panel writes what only it shows. */

/** A part of a probability, which may be negative, in per cent with one decimal: `−1.2%`. */
export function partOf(value: number): string {
	return percent(value);
}

/**
 * Writes parts of one probability alike, with as many decimals as tell the largest of them to three digits: what a token of
 * 0.02% came from is as good a question as any.
 */
export function partWriter(values: readonly number[]): (value: number) => string {
	const largest = Math.max(...values.map(Math.abs), 0) * 100;
	const decimals = largest === 0 ? 1 : Math.max(1, 2 - Math.floor(Math.log10(largest)));
	return (value) => (decimals > 8 && value !== 0 ? withMinus(`${(value * 100).toExponential(2)}%`) : percent(value, Math.min(8, decimals)));
}

const tags: Readonly<Record<string, string>> = {
	ADJ: 'adjective',
	ADP: 'preposition',
	ADV: 'adverb',
	AUX: 'auxiliary verb',
	CCONJ: 'coordinating conjunction',
	DET: 'article or determiner',
	INTJ: 'interjection',
	NOUN: 'noun',
	NUM: 'number',
	PART: 'particle',
	PRON: 'pronoun',
	PROPN: 'name',
	PUNCT: 'punctuation mark',
	SCONJ: 'subordinating conjunction',
	SPACE: 'space',
	SYM: 'symbol',
	VERB: 'verb',
	X: 'unknown part of speech',
};

/** A universal part-of-speech tag in words: those of the classifiers' reasons, in the singular. */
export function partOfSpeech(tag: string): string {
	return tags[tag] ?? tag;
}
