import type { MembershipAttack } from './membership-attack.ts';

/** Words between two masks at least, or a document has fewer. */
const apart = 3;

/** A document with some of its words masked. */
export interface Masked {
	/** With `[MASK_1]` and so on in their place. */
	readonly text: string;
	readonly words: readonly string[];
}

const worded = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/**
 * Masks one word in each of `max` equal parts of a document: the one that is rarest in what the attacker knows, the longer of equals, because a word
 * that anybody would guess says nothing. The paper lets a small language model rank them; its reproductions find other choices as good.
 * @param max at least 2
 * @param frequency of a word in lower case
 * @returns `null` where the document has fewer than two words to mask
 */
export function maskWords(document: string, frequency: (word: string) => number, max: number): Masked | null {
	const found = [...document.matchAll(worded)].map((match) => ({ word: match[0], at: match.index }));
	const parts = Math.min(max, Math.floor(found.length / (apart + 1)));
	if (parts < 2) return null;
	const taken: { word: string; at: number }[] = [];
	for (let part = 0; part < parts; part++) {
		const [from, to] = [Math.floor((part * found.length) / parts), Math.floor(((part + 1) * found.length) / parts)];
		const [rarest] = found
			.slice(from, to)
			.filter(({ word }) => word.length > 2 && !taken.some((one) => sameWord(one.word, word)))
			.toSorted(
				(a, b) => frequency(a.word.toLowerCase()) - frequency(b.word.toLowerCase()) || b.word.length - a.word.length || a.at - b.at,
			);
		if (rarest !== undefined) taken.push(rarest);
	}
	if (taken.length < 2) return null;
	let [text, end] = ['', 0];
	for (const [i, { word, at }] of taken.entries()) {
		text += `${document.slice(end, at)}[MASK_${i + 1}]`;
		end = at + word.length;
	}
	return { text: text + document.slice(end), words: taken.map(({ word }) => word) };
}

/**
 * How many masked words an answer has right: those that it numbers (`[MASK_1]: word`), each by its number, or those that stand anywhere in it and nowhere
 * in the masked text, whichever are more. What is quoted gives a document away as well, also behind a number that repeats the question's own example.
 */
export function recovered(answer: string, { text, words }: Masked): number {
	const numbered = new Map<number, string>();
	for (const [, number = '', word = ''] of answer.matchAll(
		/mask[ _]?(\d+)[\])}>"'*]*\s*(?:[:=]|is)\s*["'*`]*([\p{L}\p{N}][\p{L}\p{N}'’-]*)/giu,
	))
		numbered.set(Number(number), word);
	const named = words.filter((word, i) => sameWord(numbered.get(i + 1) ?? '', word)).length;
	const said = wordsIn(answer);
	const shown = wordsIn(text);
	return Math.max(named, words.filter((word) => said.has(word.toLowerCase()) && !shown.has(word.toLowerCase())).length);
}

function wordsIn(text: string): ReadonlySet<string> {
	return new Set((text.match(worded) ?? []).map((word) => word.toLowerCase()));
}

function sameWord(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}

/** How many of some documents hold each word. */
export function documentFrequency(documents: readonly string[]): (word: string) => number {
	const counts = new Map<string, number>();
	for (const document of documents) for (const word of wordsIn(document)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return (word) => counts.get(word) ?? 0;
}

/** Tokens of an answer: a line for each mask, and enough to quote a sentence. */
const [minTokens, tokensPerMask] = [128, 12.8];

/** MBA (Liu et al., arXiv 2410.20142): the document with words masked is the query, and the score is the share that the answer has right. */
export const mba = (masks: number): MembershipAttack => ({
	name: 'mba',
	title: 'MBA',
	scores: ['masked words'],
	masks,
	aim: 'f1',
	answerTokens: Math.max(minTokens, Math.ceil(tokensPerMask * masks)),
	prepare: ({ documents }) => {
		const frequency = documentFrequency(documents);
		return (document) => {
			const masked = maskWords(document, frequency, masks);
			if (masked === null) return null;
			return {
				queries: [`${masked.text}\nWhich words stand behind the marks? Answer one a line, as [MASK_1]: word.`],
				score: ([answer = '']) => Promise.resolve([recovered(answer, masked) / masked.words.length]),
			};
		};
	},
});
