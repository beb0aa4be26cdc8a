/** How numbers and texts are written in the panel. */

/** A part of a probability, which may be negative, in per cent with one decimal: `−1.2 %`. */
export function partOf(value: number): string {
	return percent(value, 1);
}

/**
 * Writes parts of one probability alike, with as many decimals as tell the largest of them to three digits: what a token of
 * 0.02 % came from is as good a question as any.
 */
export function partWriter(values: readonly number[]): (value: number) => string {
	const largest = Math.max(...values.map(Math.abs), 0) * 100;
	const decimals = largest === 0 ? 1 : Math.max(1, 2 - Math.floor(Math.log10(largest)));
	return (value) => (decimals > 8 && value !== 0 ? withMinus(`${(value * 100).toExponential(2)} %`) : percent(value, Math.min(8, decimals)));
}

function percent(value: number, decimals: number): string {
	return withMinus(`${(value * 100).toFixed(decimals)} %`);
}

/** Nats, log-odds and the like, with two decimals. */
export function decimal(value: number): string {
	return withMinus(value.toFixed(2));
}

function withMinus(text: string): string {
	return /^-0[.0]*( %)?$/.test(text) ? text.slice(1) : text.replaceAll('-', '−');
}

/** A token's text in which everything can be seen, line ends and controls too; nothing in it can turn the line around. */
export function visible(text: string): string {
	const shown = text.replaceAll('\r', '').replaceAll('\n', '↵').replaceAll('\t', '⇥').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
	return shown === '' ? '(empty)' : shown;
}

const tags: Readonly<Record<string, string>> = {
	ADJ: 'adjective', ADP: 'adposition', ADV: 'adverb', AUX: 'auxiliary', CCONJ: 'conjunction', DET: 'determiner', INTJ: 'interjection', NOUN: 'noun', NUM: 'number',
	PART: 'particle', PRON: 'pronoun', PROPN: 'proper noun', PUNCT: 'punctuation', SCONJ: 'conjunction', SPACE: 'space', SYM: 'symbol', VERB: 'verb', X: 'unknown part of speech',
};

/** A universal part-of-speech tag in words. */
export function partOfSpeech(tag: string): string {
	return tags[tag] ?? tag;
}
