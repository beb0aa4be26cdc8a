import type { TaggedText } from './tagged-text.ts';

// The root locale: the same cuts on every machine, whatever language it is set to.
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Sentences and words by Unicode's rules (UAX #29), for any language; every part of speech is `X`. */
export function tagByUnicode(block: string): TaggedText {
	return {
		sentences: pieces(sentences, block),
		words: pieces(words, block).map((range) => ({ ...range, pos: 'X' })),
	};
}

function pieces(segmenter: Intl.Segmenter, text: string): { start: number; end: number }[] {
	return Array.from(segmenter.segment(text)).flatMap(({ segment, index }) => {
		const trimmed = segment.trim();
		if (trimmed === '') return [];
		const start = index + (segment.length - segment.trimStart().length);
		return [{ start, end: start + trimmed.length }];
	});
}
