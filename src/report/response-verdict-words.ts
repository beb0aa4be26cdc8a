import { isFlaggedSentence, type SentenceVerdict } from '../formats/sentence-verdict.ts';
import { isNoClaim } from '../text/no-claim.ts';
import { plural } from '../wording/phrases.ts';
import { contextsInWords, sentenceVerdictWords } from './not-judged-words.ts';

/** One kind of verdict, as it is said of several sentences. */
interface Group {
	readonly words: string;
	readonly holds: (verdict: SentenceVerdict) => boolean;
}

/**
 * Who judges if the profile does not. It is said once, in few words, because the line has to fit above a response. Hovers and notes say that the
 * starter profile is not calibrated.
 */
const byStarter = ' (starter profile)';

const isIgnored = (verdict: SentenceVerdict): boolean => 'ignored' in verdict && verdict.ignored;

/** What is said of sentences that are neither supported nor without a verdict, the gravest first. */
const groups: readonly Group[] = [
	{ words: 'not supported', holds: (one) => one.kind === 'profile' && one.verdict === 'ungrounded' && !one.ignored },
	{ words: `probably not supported${byStarter}`, holds: (one) => one.kind === 'starter' && one.flagged && !one.ignored },
	{ words: 'with a value that differs from the contexts', holds: (one) => one.kind === 'value' && one.contradicted },
	{ words: 'with a value that is in no context', holds: (one) => one.kind === 'value' && !one.contradicted },
	{ words: 'possibly copied from the contexts', holds: (one) => one.kind === 'profile' && one.verdict === 'leak' && !one.ignored },
	{ words: 'not flagged', holds: (one) => one.kind === 'profile' && one.verdict === 'grounded' },
	{ words: `not flagged${byStarter}`, holds: (one) => one.kind === 'starter' && !one.flagged },
	{ words: 'ignored', holds: (one) => isFlaggedSentence(one) && isIgnored(one) },
];

/**
 * Returns a response's verdict on one line: `✗ 2 of 3 sentences supported, by case-2 · 1 not supported`. Sentences that claim nothing, such as
 * headings, are not counted. `null`: there are no sentences.
 * @param verdicts those of its sentences, in order
 * @param unjudged why nothing judges a sentence of the kind `none`, such as `no profile fits this model`
 */
export function responseVerdictWords(verdicts: readonly SentenceVerdict[], unjudged: string): string | null {
	const claims = verdicts.filter((one) => one.kind !== 'not-judged' || one.notJudged === 'refusal' || !isNoClaim(one.notJudged));
	const [first] = claims.length > 0 ? claims : verdicts;
	if (first === undefined) return null;
	const sign = signOf(claims);
	if (claims.length < 2) return `${sign}${sentenceOf(sentenceVerdictWords(first, unjudged))}${isIgnored(first) ? ' (ignored)' : ''}`;
	const supported = claims.flatMap((one) => (one.kind === 'supported' ? [one] : []));
	const parts = [
		...(supported.length === 0
			? []
			: [{ count: supported.length, words: `supported, by ${contextsInWords([...new Set(supported.flatMap(({ by }) => by))])}` }]),
		...groups.map(({ words, holds }) => ({ count: claims.filter(holds).length, words })),
		...notJudged(claims, unjudged),
	].filter(({ count }) => count > 0);
	const named = parts.findIndex(({ words }) => words.endsWith(byStarter));
	return `${sign}${parts
		.map(({ count, words }, i) => {
			const shown = i > named ? words.replace(byStarter, '') : words;
			return i === 0 ? `${count} of ${plural(claims.length, 'sentence')} ${shown}` : `${count} ${shown}`;
		})
		.join(' \u00b7 ')}`;
}

/** A cross if something is wrong, a check mark if every sentence is supported, otherwise nothing. */
function signOf(claims: readonly SentenceVerdict[]): string {
	if (claims.some((one) => one.kind === 'value' || (isFlaggedSentence(one) && !isIgnored(one)))) return '\u2717 ';
	return claims.length > 0 && claims.every(({ kind }) => kind === 'supported') ? '\u2713 ' : '';
}

/** Sentences without a verdict, and why, if all have one reason. */
function notJudged(claims: readonly SentenceVerdict[], unjudged: string): { readonly count: number; readonly words: string }[] {
	const reasons = claims.flatMap((one) => (one.kind === 'none' || one.kind === 'not-judged' ? [sentenceVerdictWords(one, unjudged)] : []));
	return [{ count: reasons.length, words: new Set(reasons).size === 1 ? reasons[0]! : 'not judged' }];
}

function sentenceOf(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`;
}
