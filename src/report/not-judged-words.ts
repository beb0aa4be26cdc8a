import type { AnalysisRecord, AnalysisSentence, RepcsFigures, SentenceNotJudged } from '../formats/analysis-record.ts';
import { sentenceVerdicts, type SentenceVerdict } from '../formats/sentence-verdict.ts';
import { isNoClaim, type NoClaim } from '../text/no-claim.ts';
import { listInWords } from '../wording/phrases.ts';
import { starterProfile } from './starter-words.ts';
import { shortId } from './word-origin-words.ts';

type Reason = SentenceNotJudged | NonNullable<RepcsFigures['notJudged']>;

/** Why a threshold does not judge a response or a sentence of it; `null` where it does, or where nobody wrote down why. */
export function notJudgedWords({
	notJudged,
	unreadContexts = [],
}: {
	readonly notJudged?: Reason | undefined;
	readonly unreadContexts?: readonly string[] | undefined;
}): string | null {
	if (notJudged === undefined) return null;
	if (notJudged !== 'support-not-read' || unreadContexts.length === 0) return `not judged: ${reasons[notJudged]}`;
	const [first] = unreadContexts;
	return `not judged: ${unreadContexts.length === 1 ? `its context ${first} was not read` : `its contexts ${listInWords(unreadContexts)} were not read`}`;
}

const byProfile = {
	grounded: 'not flagged',
	ungrounded: 'not supported by the contexts',
	leak: 'possibly copied from the contexts',
} as const;

/** Returns why nothing judges the sentences of a record that have no reason of their own. */
export function noJudgeWords({ model, profile }: { readonly model: unknown; readonly profile: unknown }): string {
	if (model === null) return 'no model has read it';
	return profile === null ? 'no profile fits this model' : 'the profile does not judge sentences';
}

/**
 * Returns a sentence's verdict in words, and who judges if the profile does not.
 * @param unjudged why nothing judges a sentence of the kind `none`, if that is known
 */
export function sentenceVerdictWords(verdict: SentenceVerdict, unjudged?: string): string {
	switch (verdict.kind) {
		case 'profile':
			return byProfile[verdict.verdict];
		case 'starter':
			return `${verdict.flagged ? 'probably not supported by the contexts' : 'not flagged'} (${starterProfile})`;
		case 'value':
			return verdict.contradicted ? 'a value differs from the contexts' : 'a value is in no context';
		case 'supported':
			return supportedByWords(verdict);
		case 'not-judged':
			return notJudgedWords(verdict) ?? 'not judged';
		case 'none':
			return unjudged === undefined ? 'not judged' : `not judged: ${unjudged}`;
	}
}

/** Contexts that are named. The others are counted. */
const maxNamed = 3;

/** Returns which contexts support a sentence: `supported by case-2`. */
export function supportedByWords({ by }: Pick<Extract<SentenceVerdict, { kind: 'supported' }>, 'by'>): string {
	return `supported by ${contextsInWords(by)}`;
}

/** Returns a list of contexts that names the first three: `case-1, case-2, case-3, and 2 more`. */
export function contextsInWords(ids: readonly string[]): string {
	const more = ids.length - maxNamed;
	return listInWords([...ids.slice(0, maxNamed).map(shortId), ...(more > 0 ? [`${more} more`] : [])]);
}

/** Whether a reason concerns one sentence only. A refusal is all that an answer has to say. */
function isOfSentence(reason: Reason): boolean {
	return reason === 'support-not-read' || (isNoClaim(reason) && reason !== 'refusal');
}

/**
 * Why no sentence of a file's answers is judged, of the first one that claims something. `null` where one is judged, or could be with a profile, and
 * where no sentence has a reason that concerns more than itself.
 */
export function noneJudgedWords(records: readonly Pick<AnalysisRecord, 'sentences'>[]): string | null {
	const claims = records.flatMap(({ sentences }) =>
		sentences.filter(({ notJudged }) => notJudged === undefined || !isOfSentence(notJudged)),
	);
	const words = claims.map((sentence: AnalysisSentence) => notJudgedWords(sentence));
	return words.includes(null) ? null : (words[0] ?? null);
}

/** Returns the reason why nothing of an answer is judged as a sentence: `Not judged: the trace has no contexts.` */
export function notJudgedSentence(notJudged: Reason): string {
	return `Not judged: ${reasons[notJudged]}.`;
}

/**
 * Returns why no sentence of an answer has a verdict, not even one by the starter profile or by its values: the reason of the first one that claims
 * something. `null` if one has a verdict, and if each sentence has a reason that concerns only itself.
 */
export function noVerdictWords(record: AnalysisRecord): string | null {
	const claims = sentenceVerdicts(record).filter((verdict) => verdict.kind !== 'not-judged' || !isOfSentence(verdict.notJudged));
	const [first] = claims;
	return first === undefined || claims.some(({ kind }) => kind !== 'not-judged' && kind !== 'none')
		? null
		: sentenceVerdictWords(first, noJudgeWords(record));
}

/** Returns what a narrow column says of a sentence that is not judged: what it is, if it claims nothing. */
export function notJudgedLabel(reason: SentenceNotJudged): string {
	return isNoClaim(reason) ? labels[reason] : 'not judged';
}

const labels: Readonly<Record<NoClaim, string>> = {
	thought: 'a thought',
	heading: 'a heading',
	'table-head': 'a table\u2019s head',
	code: 'code',
	math: 'a formula',
	citation: 'a source',
	refusal: 'no answer',
	'small-talk': 'small talk',
};

/** Of the response, or of a sentence. */
const reasons: Readonly<Record<Reason, string>> = {
	'no-contexts': 'the trace has no contexts',
	'contexts-not-read': 'none of the contexts was read',
	'unlike-profile': 'the answer is unlike the calibration answers',
	'no-claims': 'no sentence of the answer claims anything',
	'another-model': 'another model wrote the answer',
	refusal: 'the answer says that it does not know',
	thought: 'a thought, not part of the answer',
	heading: 'a heading',
	'table-head': 'the head of a table',
	code: 'code',
	math: 'a formula',
	citation: 'it only names a source',
	'small-talk': 'small talk',
	'support-not-read': 'its context was not read',
};
