import { segmentsOf } from './segments.ts';
import type { TaggedText, TextRange } from './tagged-text.ts';

// The root locale: the same cuts on every machine, whatever language it is set to.
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Sentences and words by Unicode's rules (UAX #29), for any language; every part of speech is `X`. The two sets of rules may disagree
 * ('U.S.' with a letter of a script without capitals behind it is one word and ends a sentence): a cut within a word is taken back.
 */
export function tagByUnicode(block: string): TaggedText {
	const found = pieces(words, block);
	const whole: { start: number; end: number }[] = [];
	let word = 0;
	for (const sentence of pieces(sentences, block)) {
		while (word < found.length && found[word]!.end <= sentence.start) word++;
		const last = whole.at(-1);
		if (last !== undefined && word < found.length && found[word]!.start < sentence.start) last.end = sentence.end;
		else whole.push(sentence);
	}
	return { sentences: whole, words: found.map((range) => ({ ...range, pos: 'X' })) };
}

/** Segments without the white space around them, and without those that are nothing else. */
function pieces(segmenter: Intl.Segmenter, text: string): TextRange[] {
	const found: TextRange[] = [];
	for (const { start, end } of segmentsOf(segmenter, text)) {
		const segment = text.slice(start, end);
		const trimmed = segment.trim();
		if (trimmed === '') continue;
		const first = start + (segment.length - segment.trimStart().length);
		found.push({ start: first, end: first + trimmed.length });
	}
	return found;
}
