import type { TextRange } from '../../text/tagged-text.ts';
import { foldedWord, isContentWord, stemOf, wordsOf, type PlainWord } from './plain-text.ts';

/** Words that an answer puts in quotation marks. */
export interface Quotation extends TextRange {
	readonly kind: 'quotation';
	/** Its words, folded, in parts that an ellipsis separates. */
	readonly passages: readonly (readonly string[])[];
	/** The same with each sign of a script without spaces as a word, for a search word by word. */
	readonly tokens: readonly (readonly string[])[];
	/** Whether it may be a title, a term or irony: then it is flagged only if a text has it with another word. */
	readonly isShort: boolean;
}

/** Shorter ones are titles, terms and irony. */
const fewestWords = 5;
/** Of fewer words, a changed one leaves too little. */
const fewestTokens = 3;
const quoted =
	/(?<![\p{L}\p{N}])(?:["“„](?=\S)([^"“”„«»\n]{6,600})(?<=\S)["”“](?![\p{L}\p{N}])|[«»]\s?([^"“”„«»\n]{6,600}?)\s?[«»](?![\p{L}\p{N}]))|[“「『]([^“”「」『』\n]{4,600})[”」』]/gu;
/** In single quotation marks, which are apostrophes as well: only compared with what is nearly the same. */
const singleQuoted = /(?<=^|[\s([])['‘](?=\p{L})((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){10,400})(?<=[\p{L}\p{N}.!?])['’](?![\p{L}\p{N}])/gu;
const gap = /\s*(?:\[?(?:\.\.\.|…)\]?|\[[^\]]*\])\s*/u;

/** Returns the quotations of a text that have at least three words. */
export function quotationsOf(text: string): Quotation[] {
	const inDouble = Array.from(text.matchAll(quoted)).flatMap(({ index, 0: whole, 1: straight, 2: angled, 3: cornered }) =>
		quotationOf(index, whole, straight ?? angled ?? cornered ?? '', false),
	);
	const inSingle = Array.from(text.matchAll(singleQuoted)).flatMap(({ index, 0: whole, 1: part = '' }) =>
		quotationOf(index, whole, part, true),
	);
	return [...inDouble, ...inSingle.filter((one) => !inDouble.some(({ start, end }) => start < one.end && one.start < end))];
}

function quotationOf(index: number, whole: string, quotedPart: string, isSingle: boolean): Quotation[] {
	const parts = quotedPart.split(gap);
	const tokens = parts.map((part) => tokensOf(part).map(({ folded }) => folded)).filter(({ length }) => length > 0);
	if (tokens.reduce((sum, { length }) => sum + length, 0) < fewestTokens) return [];
	const passages = parts.map((passage) => wordsOf(passage).map(({ folded }) => folded)).filter(({ length }) => length > 0);
	const isShort = isSingle || passages.reduce((sum, { length }) => sum + length, 0) < fewestWords;
	return [{ kind: 'quotation', start: index, end: index + whole.length, passages, tokens, isShort }];
}

/** A word, or a sign of a script without spaces. */
export interface Token extends TextRange {
	readonly folded: string;
}

const token = /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}ー]|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*|\p{N}+/gu;

/** Returns the tokens of a plain text in order. */
export function tokensOf(plain: string): Token[] {
	return Array.from(plain.matchAll(token), ({ index, 0: written }) => ({
		start: index,
		end: index + written.length,
		folded: foldedWord(written),
	}));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns where a text has a quotation's words in its order with another word in place of one, or of one in five, or with a *not* more or less.
 * `undefined` if it does not, or if only other function words and inflections differ.
 * @param given tokens of a text, as `tokensOf` gives them
 */
export function changedQuotation(quotation: Quotation, given: readonly Token[]): TextRange | undefined {
	for (const own of quotation.tokens) {
		if (own.length < fewestTokens) continue;
		const inverted = invertedQuotation(own, given);
		if (inverted !== undefined) return inverted;
		const signs = own.filter((one) => unspaced.test(one)).length;
		const most = signs * 2 > own.length ? Math.min(3, Math.floor(own.length / 2)) : Math.max(1, Math.floor(own.length / 5));
		let best: { readonly at: number; readonly changed: number } | undefined;
		for (let at = 0; at + own.length <= given.length; at++) {
			let changed = 0;
			for (let i = 0; i < own.length && changed <= most; i++) if (own[i] !== given[at + i]!.folded) changed++;
			if (changed <= most && changed < (best?.changed ?? Infinity)) best = { at, changed };
		}
		if (best === undefined || best.changed === 0) continue;
		const { at } = best;
		const pairs = own.map((word, i) => [word, given[at + i]!.folded] as const);
		const isChanged = pairs.some(
			([word, other]) =>
				word !== other &&
				stemOf(word) !== stemOf(other) &&
				(isContentWord(word) || isContentWord(other) || decisive.has(word) || decisive.has(other) || unspaced.test(word)),
		);
		const keepsContent = pairs.some(([word, other]) => word === other && (isContentWord(word) || unspaced.test(word)));
		if (isChanged && keepsContent) return { start: given[at]!.start, end: given[at + own.length - 1]!.end };
	}
	return undefined;
}

/** Small words that change what a quotation says. */
const decisive: ReadonlySet<string> = new Set(
	'any most some all no none every each few many several always never ever next last may might must should can cannot could will would shall only before after until without more less first not'.split(
		' ',
	),
);

const negations: ReadonlySet<string> = new Set([
	'not',
	'never',
	'no',
	'nicht',
	'kein',
	'keine',
	'nie',
	'pas',
	'jamais',
	'nunca',
	'jamás',
	'não',
	'non',
	'mai',
]);

/** Returns where a text has all of a quotation's words in their order, and one negation more or less. */
function invertedQuotation(own: readonly string[], given: readonly Token[]): TextRange | undefined {
	for (let at = 0; at < given.length; at++) {
		if (given[at]!.folded !== own[0]) continue;
		let [i, j, skipped] = [0, at, 0];
		while (i < own.length && j < given.length) {
			const [word, other] = [own[i]!, given[j]!.folded];
			if (word === other) [i, j] = [i + 1, j + 1];
			else if (skipped === 0 && negations.has(other)) [j, skipped] = [j + 1, 1];
			else if (skipped === 0 && negations.has(word)) [i, skipped] = [i + 1, 1];
			else break;
		}
		if (i === own.length && skipped === 1) return { start: given[at]!.start, end: given[j - 1]!.end };
	}
	return undefined;
}

/**
 * Returns the share of a quotation's content words that words of a given text have in the same order, and where the first and the last of them
 * stand.
 */
export function alignedShare(
	quotation: Quotation,
	words: readonly PlainWord[],
): { readonly share: number; readonly start: number; readonly end: number } {
	const own = quotation.passages.flat().filter(isContentWord).map(stemOf);
	const content = words.filter(({ isContent }) => isContent);
	const given = content.map(({ stem }) => stem);
	// Longest common subsequence, row by row from the end.
	const width = given.length + 1;
	const lengths = new Uint16Array((own.length + 1) * width);
	for (let i = own.length - 1; i >= 0; i--)
		for (let j = given.length - 1; j >= 0; j--)
			lengths[i * width + j] =
				own[i] === given[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
	let [i, j] = [0, 0];
	let [first, last] = [-1, -1];
	while (i < own.length && j < given.length) {
		if (own[i] === given[j]) {
			if (first === -1) first = j;
			last = j;
			i++;
			j++;
		} else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
		else j++;
	}
	return {
		share: lengths[0]! / Math.max(own.length, 1),
		start: content[first]?.start ?? 0,
		end: content[last]?.end ?? 0,
	};
}
