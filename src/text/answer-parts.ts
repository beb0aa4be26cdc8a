import { isRefusal } from './abstention.ts';
import { blocksOf } from './blocks.ts';
import { citationsOf } from './citations.ts';
import { isSmallTalk } from './small-talk.ts';
import type { TextRange } from './tagged-text.ts';

/**
 * Parts of an answer that claim nothing: what a reasoning model thought, a heading, the head of a table, a block of code, a formula, the name of a
 * source, a sentence that says that the answer is not known, and small talk.
 */
const noClaimKinds = ['thought', 'heading', 'table-head', 'code', 'math', 'citation', 'refusal', 'small-talk'] as const;
export type NoClaim = (typeof noClaimKinds)[number];

/** Returns whether a reason says that a sentence claims nothing. */
export function isNoClaim(reason: string): reason is NoClaim {
	return noClaimKinds.some((kind) => kind === reason);
}

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
	const silent = blocksOf(response).filter(({ kind }) => kind !== 'prose');
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
