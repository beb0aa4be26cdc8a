import { isRefusal } from './abstention.ts';
import { answerBlocksOf } from './answer-blocks.ts';
import { citationsOf } from './citations.ts';
import { codeInBlocks } from './code-spans.ts';
import type { NoClaim } from './no-claim.ts';
import { isSmallTalk } from './small-talk.ts';
import type { TextRange } from './tagged-text.ts';

/** A sentence of an answer, and why it claims nothing. `null`: it claims something. */
export interface AnswerSentencePart extends TextRange {
	readonly noClaim: NoClaim | null;
}

/** What parts are told apart by. */
export interface AnsweredTexts {
	readonly response: string;
	/** What was asked; a denial may answer it. */
	readonly query: string;
	/** IDs of the contexts. */
	readonly contextIds: readonly string[];
}

/**
 * Says of each sentence of an answer whether it claims something. Values in the rows of a table are claims.
 * @param sentences of the response, in order, as `tagText` cuts them
 */
export function sentenceParts({ response, query, contextIds }: AnsweredTexts, sentences: readonly TextRange[]): AnswerSentencePart[] {
	const silent = answerBlocksOf(response).filter(({ kind }) => kind !== 'prose');
	const citations = citationsOf(response, contextIds);
	let block = 0;
	let citation = 0;
	return sentences.map(({ start, end }) => {
		while (block < silent.length && silent[block]!.end <= start) block++;
		while (citation < citations.length && citations[citation]!.end <= start) citation++;
		const around = silent[block];
		const kind = around !== undefined && around.start < end ? around.kind : 'prose';
		const text = response.slice(start, end);
		const noClaim =
			kind !== 'prose'
				? kind
				: isCitation(response, { start, end }, citations, citation)
					? 'citation'
					: isRefusal(text, { sentences: [{ start: 0, end: text.length }] }, query)
						? 'refusal'
						: isSmallTalk(text)
							? 'small-talk'
							: null;
		return { start, end, noClaim };
	});
}

/** A number in parentheses, as notes and items of a list have it. */
const numberInParentheses = /\(\d{1,2}\)/gu;
const inlineMath = /\$\$[\s\S]*?\$\$|\\\([\s\S]*?\\\)|\\\[[\s\S]*?\\\]/gu;

/**
 * Returns what claims nothing within the sentences of an answer that claim something: list and heading markers, citation marks, inline code and
 * formulas, and numbers in parentheses.
 * @returns UTF-16 ranges in order of their start. They may overlap.
 */
export function marksWithoutClaims(response: string, contextIds: readonly string[]): TextRange[] {
	const matches = (pattern: RegExp): TextRange[] =>
		Array.from(response.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
	return [
		...answerBlocksOf(response).flatMap(({ markers }) => markers),
		...citationsOf(response, contextIds),
		...codeInBlocks(response),
		...matches(numberInParentheses),
		...matches(inlineMath),
	].toSorted((a, b) => a.start - b.start);
}

/** Whether all letters and digits of a sentence are in citation marks, and there are some. */
function isCitation(response: string, { start, end }: TextRange, citations: readonly TextRange[], first: number): boolean {
	let rest = '';
	let at = start;
	for (let c = first; c < citations.length && citations[c]!.start < end; c++) {
		rest += response.slice(at, citations[c]!.start);
		at = citations[c]!.end;
	}
	return at > start && !/[\p{L}\p{N}]/u.test(rest + response.slice(at, end));
}

/** Why an answer as a whole claims nothing. */
export type NoClaimAnswer = 'refusal' | 'no-claims';

/**
 * Returns why an answer claims nothing: it says that it does not know (`refusal`), perhaps beside small talk and headings, or it has other parts only.
 * `null` for an answer with a claim, and for one without a sentence.
 */
export function noClaimOf(parts: readonly AnswerSentencePart[]): NoClaimAnswer | null {
	if (parts.length === 0 || parts.some(({ noClaim }) => noClaim === null)) return null;
	return parts.some(({ noClaim }) => noClaim === 'refusal') ? 'refusal' : 'no-claims';
}
