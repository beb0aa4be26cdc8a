import type { RecordedTruncation, UnreadAnswer } from '../formats/analysis-record.ts';

/** What a finding adds about what the model had no room to read, after a comma: 'read without 111 of 120 contexts'; `null` where it read them all. */
export function readWithout(truncation: RecordedTruncation | null): string | null {
	if (truncation === null || truncation.cutContexts.length === 0) return null;
	const { contexts, cutContexts } = truncation;
	const dropped = cutContexts.filter(({ keptTokens }) => keptTokens === 0).length;
	const [part] = cutContexts.filter(({ keptTokens }) => keptTokens > 0);
	const half =
		part === undefined ? '' : `${part.keptTokens} of the ${part.tokens} tokens of ${contexts === 1 ? 'its context' : `'${part.id}'`}`;
	if (dropped === 0) return `read with the first ${half}`;
	const without =
		dropped < contexts
			? `read without ${dropped} of ${contexts} contexts`
			: contexts === 1
				? 'read without its context'
				: `read without its ${contexts} contexts`;
	return part === undefined ? without : `${without} and with the first ${half}`;
}

/** The same as a sentence of its own, with the reason. */
export function readWithoutSentence(truncation: RecordedTruncation | null): string | null {
	const clause = readWithout(truncation);
	return clause === null || truncation === null
		? null
		: `${clause.charAt(0).toUpperCase()}${clause.slice(1)}: there was no room for more in the model\u2019s context window of ${truncation.contextWindow} tokens.`;
}

/** What is to be said where scoring ends; `null` where all of the response was scored. */
export function unscoredSentence(truncation: RecordedTruncation | null): string | null {
	if (truncation === null || truncation.unscored === null) return null;
	const {
		unscored: { tokens, of },
		contextWindow,
	} = truncation;
	return `Not scored from here on: the first ${of - tokens} of ${of} response tokens fitted into the model\u2019s context window of ${contextWindow} tokens. The other tokens have no scores.`;
}

/** Says that an answer is too long to be analyzed whole, in a sentence or two. */
export function unreadAnswerSentence({ characters, of }: UnreadAnswer): string {
	const count = (number: number): string => number.toLocaleString('en');
	return `Only the first ${count(of - characters)} of the answer\u2019s ${count(of)} characters were analyzed: it is very long. Nothing is known of the others.`;
}

/** The same behind a verdict, as short as a line needs it. */
export function unreadAnswerClause({ characters, of }: UnreadAnswer): string {
	return `the first ${(of - characters).toLocaleString('en')} of ${of.toLocaleString('en')} characters`;
}
