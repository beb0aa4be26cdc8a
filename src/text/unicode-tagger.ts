import type { TaggedText } from './tagged-text.ts';

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

function pieces(segmenter: Intl.Segmenter, text: string): { start: number; end: number }[] {
	return Array.from(segmenter.segment(text)).flatMap(({ segment, index }) => {
		const trimmed = segment.trim();
		if (trimmed === '') return [];
		const start = index + (segment.length - segment.trimStart().length);
		return [{ start, end: start + trimmed.length }];
	});
}
