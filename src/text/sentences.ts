import { isAbbreviationAt } from './abbreviations.ts';
import { answerBlocksOf } from './answer-blocks.ts';
import { codeSpans } from './code-spans.ts';
import { loadEnglishTagger } from './english-tagger.ts';
import { withoutEntities } from './entities.ts';
import type { Language } from './language.ts';
import { withoutLongSentences } from './long-sentences.ts';
import { splitAgain } from './split-again.ts';
import type { PartOfSpeech, TaggedText, TaggedWord, Tagger, TextRange } from './tagged-text.ts';
import { tagByUnicode } from './unicode-tagger.ts';

/**
 * Mends a tagger's cuts of a block of prose: closing marks (`**`, a quote, a bracket) go with the sentence that they touch, a cut within
 * inline code, within a name of such parts (`workbench.action.quit`) or behind an abbreviation ('Fig. 3') is taken back, and a piece without a letter or digit joins its neighbor.
 */
function mendSentences(block: string, cuts: readonly TextRange[], withInitials: boolean): TextRange[] {
	const spans = codeSpans(block);
	const mended: { start: number; end: number; speaks: boolean }[] = [];
	let span = 0;
	for (let { start, end } of cuts) {
		while (span < spans.length && spans[span]!.end <= start) span++;
		const isWithinCode = spans[span] !== undefined && spans[span]!.start < start;
		const last = mended.at(-1);
		if (last === undefined) {
			mended.push({ start, end, speaks: speaks(block, start, end) });
			continue;
		}
		const closing = last.end === start ? (/^[*_"'”’»)\]}`~]+(?=\s|$)|^[*_]+/.exec(block.slice(start, end))?.[0].length ?? 0) : 0;
		const restSpeaks = speaks(block, start + closing, end);
		// What goes on without a space in a small letter or a digit is no new sentence.
		const isWithinName = last.end === start && /^[\p{Ll}\p{N}_]/u.test(block.slice(start, end));
		const isWithinAbbreviation = block.charAt(last.end - 1) === '.' && isAbbreviationAt(block, last.end - 1, start, withInitials);
		if (isWithinCode || isWithinName || isWithinAbbreviation || !restSpeaks || !last.speaks) {
			last.end = end;
			last.speaks ||= restSpeaks;
			continue;
		}
		last.end += closing;
		const rest = block.slice(start + closing, end);
		start += closing + (rest.length - rest.trimStart().length);
		mended.push({ start, end, speaks: true });
	}
	return mended.map((sentence) => ({ start: sentence.start, end: sentence.end }));
}

function speaks(block: string, start: number, end: number): boolean {
	return /[\p{L}\p{N}]/u.test(block.slice(start, end));
}

/**
 * Sentences and words of a text that may be Markdown. Sentences cover all of it but white space, list and heading markers, and rules;
 * a fenced block of code, a formula, and a thought are one sentence each. Character references of HTML are read as what they stand for. Ranges are UTF-16 offsets into `text`.
 */
export async function tagText(text: string, language: Language): Promise<TaggedText> {
	return tagBlocks(text, language === 'en' ? await loadEnglishTagger() : tagByUnicode);
}

/** `tagText` with a given tagger. */
function tagBlocks(text: string, tagger: Tagger): TaggedText {
	const sentences: TextRange[] = [];
	const words: TaggedWord[] = [];
	for (const { kind, start, end, markers } of answerBlocksOf(text)) {
		const written = text.slice(start, end);
		const decoded = withoutEntities(written);
		const block = decoded?.text ?? written;
		const place = (offset: number): number => start + (decoded?.map.toDocument(offset) ?? offset);
		const tagged = tagger(block);
		const isWhole = kind === 'code' || kind === 'math' || kind === 'thought';
		const cuts = isWhole
			? [{ start: 0, end: block.length }]
			: withoutLongSentences(block, mendSentences(block, splitAgain(block, tagged.sentences), tagger === tagByUnicode));
		for (const cut of cuts) sentences.push({ start: place(cut.start), end: place(cut.end) });
		for (const sign of markers) words.push(sign);
		for (const word of cutWords(block, tagged.words, cuts)) words.push({ start: place(word.start), end: place(word.end), pos: word.pos });
	}
	return { sentences, words };
}

/**
 * A tagger may take two sentences of a script without spaces for one word: it ends where a sentence does, and begins again behind the white
 * space that may follow. Both in order.
 */
function cutWords(block: string, words: readonly TaggedWord[], sentences: readonly TextRange[]): TaggedWord[] {
	const ends = sentences.map(({ end }) => end);
	let next = 0;
	return words.flatMap(({ start, end, pos }) => {
		while (next < ends.length && ends[next]! <= start) next++;
		const cuts = [start];
		while (next < ends.length && ends[next]! < end) cuts.push(ends[next++]!);
		if (cuts.length === 1) return [{ start, end, pos }];
		return cuts.flatMap((from, i): TaggedWord[] => {
			const piece = block.slice(from, cuts[i + 1] ?? end);
			const begin = from + piece.length - piece.trimStart().length;
			const stop = from + piece.trimEnd().length;
			return stop > begin ? [{ start: begin, end: stop, pos }] : [];
		});
	});
}

/**
 * The part of speech of each token: that of the word it overlaps most (the first of several), `SPACE` for one that overlaps none.
 * An empty token, such as a later byte of a character, counts as the unit before it.
 * `start` and `end` (`[T]`) are in order and do not overlap, and neither do `words`.
 */
export function partOfSpeechOfTokens(words: readonly TaggedWord[], start: ArrayLike<number>, end: ArrayLike<number>): PartOfSpeech[] {
	const tags: PartOfSpeech[] = [];
	for (const best of mostOverlapped(words, start, end)) tags.push(best === -1 ? 'SPACE' : words[best]!.pos);
	return tags;
}

/**
 * For each token the index of the range that it overlaps most (the first of several), -1 for none; an empty token counts as the unit
 * before it. Tokens and ranges are in order and do not overlap among themselves.
 */
export function mostOverlapped(ranges: readonly TextRange[], start: ArrayLike<number>, end: ArrayLike<number>): Int32Array {
	const result = new Int32Array(start.length).fill(-1);
	let first = 0;
	for (let t = 0; t < start.length; t++) {
		const from = start[t] === end[t] ? Math.max(0, start[t]! - 1) : start[t]!;
		const to = Math.max(end[t]!, from + 1);
		while (first < ranges.length && ranges[first]!.end <= from) first++;
		let max = 0;
		for (let r = first; r < ranges.length && ranges[r]!.start < to; r++) {
			const overlap = Math.min(ranges[r]!.end, to) - Math.max(ranges[r]!.start, from);
			if (overlap > max) [max, result[t]] = [overlap, r];
		}
	}
	return result;
}
