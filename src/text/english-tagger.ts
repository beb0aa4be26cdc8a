import type { WinkMethods } from 'wink-nlp';
import { partsOfSpeech, type PartOfSpeech, type TaggedText, type TaggedWord, type Tagger } from './tagged-text.ts';
import { tagByUnicode } from './unicode-tagger.ts';

/**
 * wink keeps every new word it meets for its lifetime, numbers them in 20 bits and packs the part of speech above:
 * an instance is replaced long before a million of them.
 */
const wordsOfAnInstance = 400_000;

/** wink's time grows with the square of an unbroken run's length: base64, a thousand dashes. Such a block is no English anyway. */
const longestRun = 500;
const longRun = new RegExp(String.raw`\S{${longestRun + 1}}`);

let loading: Promise<Tagger> | undefined;

/**
 * English sentences and parts of speech by wink-nlp. Its language model (3.9 MB) is loaded at the first call.
 * A block with an unbroken run of more than 500 characters is cut and tagged by Unicode's rules (`X`).
 */
export function loadEnglishTagger(): Promise<Tagger> {
	loading ??= startEnglishTagger(wordsOfAnInstance);
	return loading;
}

/** A tagger whose instance of wink is replaced after so many words. */
export async function startEnglishTagger(wordsPerInstance: number): Promise<Tagger> {
	const { winkNLP, model } = await import('./english-model.ts');
	// The model writes this part as JSON anew at every call, out of what it wrote before: a string that doubles with each instance, until it is too long.
	const { metaCER } = model;
	if (typeof metaCER !== 'function') throw new TypeError("the tagger's language model is not as expected");
	const entities: unknown = metaCER();
	const steady = { ...model, metaCER: () => entities };
	const start = (): WinkMethods => winkNLP(steady, ['sbd', 'pos']);
	let nlp = start();
	let words = 0;
	return (block) => {
		if (longRun.test(block)) return tagByUnicode(block);
		if (words > wordsPerInstance) {
			nlp = start();
			words = 0;
		}
		const tagged = tagBlock(nlp, block);
		words += tagged.words.length;
		return tagged;
	};
}

function tagBlock(nlp: WinkMethods, block: string): TaggedText {
	const document = nlp.readDoc(block);
	const { its } = nlp;
	// wink's `its` are plain functions; its typings declare them as methods.
	/* oxlint-disable typescript/unbound-method */
	const values: string[] = document.tokens().out(its.value);
	const tags: string[] = document.tokens().out(its.pos);
	// First and last token of each sentence.
	const spans: (string | number[])[] = document.sentences().out(its.span);
	/* oxlint-enable typescript/unbound-method */
	const ranges = locate(block, values);
	const isWord = (index: number): boolean => values[index]!.trim() !== '';
	const words = ranges.flatMap((range, i): TaggedWord[] => (isWord(i) ? [{ ...trim(block, range), pos: partOfSpeech(tags[i]!) }] : []));
	const sentences = spans.flatMap((cut) => {
		const [first, last] = typeof cut === 'string' ? [] : cut;
		if (first === undefined || last === undefined || last < first) return [];
		const range = trim(block, { start: ranges[first]!.start, end: ranges[last]!.end });
		return range.end > range.start ? [range] : [];
	});
	return { sentences, words };
}

/**
 * Ranges of wink's tokens. Between tokens wink drops white space, and its count of preceding spaces knows only some of it
 * (a form feed or U+2028 is dropped uncounted), so the text itself is searched.
 */
function locate(text: string, values: readonly string[]): { start: number; end: number }[] {
	let at = 0;
	return values.map((value) => {
		const start = text.indexOf(value, at);
		if (start === -1) throw new Error(`the tagger's token ${JSON.stringify(value)} is not in its text from offset ${at}`);
		at = start + value.length;
		return { start, end: at };
	});
}

function trim(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
	const piece = text.slice(start, end);
	return { start: start + (piece.length - piece.trimStart().length), end: end - (piece.length - piece.trimEnd().length) };
}

const known: ReadonlySet<string> = new Set(partsOfSpeech);

function partOfSpeech(tag: string): PartOfSpeech {
	return isPartOfSpeech(tag) ? tag : 'X';
}

function isPartOfSpeech(tag: string): tag is PartOfSpeech {
	return known.has(tag);
}
