import { blocksOf } from './blocks.ts';
import { loadEnglishTagger } from './english-tagger.ts';
import type { Language } from './language.ts';
import type { PartOfSpeech, TaggedText, TaggedWord, Tagger, TextRange } from './tagged-text.ts';
import { tagByUnicode } from './unicode-tagger.ts';

/**
 * Sentences and words of a text that may be Markdown. Sentences cover all of it but white space, list and heading markers, and rules;
 * a fenced block of code is one sentence. Ranges are UTF-16 offsets into `text`.
 */
export async function tagText(text: string, language: Language): Promise<TaggedText> {
	return tagBlocks(text, language === 'en' ? await loadEnglishTagger() : tagByUnicode);
}

/** `tagText` with a given tagger. */
export function tagBlocks(text: string, tagger: Tagger): TaggedText {
	const sentences: TextRange[] = [];
	const words: TaggedWord[] = [];
	for (const { kind, start, end, markers } of blocksOf(text)) {
		const block = text.slice(start, end);
		const tagged = tagger(block);
		const cuts = kind === 'code' ? [{ start: 0, end: block.length }] : mendSentences(block, tagged.sentences);
		sentences.push(...cuts.map((range) => ({ start: range.start + start, end: range.end + start })));
		words.push(...markers, ...tagged.words.map((word) => ({ ...word, start: word.start + start, end: word.end + start })));
	}
	return { sentences, words };
}

/**
 * Mends a tagger's cuts: closing marks (`**`, a quote, a bracket) go with the sentence that they touch, a cut within inline code
 * is taken back, and a piece without a letter or digit joins its neighbour.
 */
function mendSentences(block: string, cuts: readonly TextRange[]): TextRange[] {
	const spans = Array.from(block.matchAll(/(`+)(?!`).*?(?<!`)\1(?!`)/gs), (m) => ({ start: m.index, end: m.index + m[0].length }));
	const mended: TextRange[] = [];
	for (let { start, end } of cuts) {
		const last = mended.at(-1);
		if (last !== undefined) {
			const closing = last.end === start ? /^[*_"'”’»)\]}`~]+(?=\s|$)|^[*_]+/.exec(block.slice(start, end))?.[0].length ?? 0 : 0;
			const isSpeechless = !/[\p{L}\p{N}]/u.test(block.slice(start + closing, end)) || !/[\p{L}\p{N}]/u.test(block.slice(last.start, last.end));
			const isWithinCode = spans.some((span) => span.start < start && start < span.end);
			if (isSpeechless || isWithinCode) {
				mended[mended.length - 1] = { start: last.start, end };
				continue;
			}
			mended[mended.length - 1] = { start: last.start, end: last.end + closing };
			const rest = block.slice(start + closing, end);
			start += closing + (rest.length - rest.trimStart().length);
		}
		if (end > start) mended.push({ start, end });
	}
	return mended;
}

/**
 * The part of speech of each token: that of the word it overlaps most (the first of several), `SPACE` for one that overlaps none.
 * `start` and `end` (`[T]`) are in order and do not overlap, and neither do `words`.
 */
export function partOfSpeechOfTokens(words: readonly TaggedWord[], start: ArrayLike<number>, end: ArrayLike<number>): PartOfSpeech[] {
	const tags: PartOfSpeech[] = [];
	let first = 0;
	for (let t = 0; t < start.length; t++) {
		while (first < words.length && words[first]!.end <= start[t]!) first++;
		let best: PartOfSpeech = 'SPACE';
		let most = 0;
		for (let w = first; w < words.length && words[w]!.start < end[t]!; w++) {
			const overlap = Math.min(words[w]!.end, end[t]!) - Math.max(words[w]!.start, start[t]!);
			if (overlap > most) [most, best] = [overlap, words[w]!.pos];
		}
		tags.push(best);
	}
	return tags;
}
