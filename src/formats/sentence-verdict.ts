import * as z from 'zod';
import {
	findingCodes,
	isAboutSentence,
	isAboutValue,
	sentenceNotJudged,
	type AnalysisRecord,
	type AnalysisSentence,
	type Finding,
	type WordOrigins,
} from './analysis-record.ts';
import type { SupportedSentence } from './support-record.ts';
import { isNoClaim } from '../text/no-claim.ts';

/**
 * What is known of a sentence. Every screen shows this one verdict:
 * - `profile`: a detector of the profile judges it. `grounded` means that it is not flagged, and nothing more.
 * - `starter`: the starter profile judges it in place of one. Not flagged: nothing is said. The score is no probability.
 * - `value`: neither flags the sentence, but a context contradicts a value of it, or no text says one.
 * - `supported`: the profile does not flag it, and its words come from contexts that have all its values; or a context says it word for word.
 *   `by` names the contexts.
 * - `not-judged`: the profile's detectors could judge it and must not, or it claims nothing, and the starter profile says nothing.
 * - `none`: nothing judges.
 */
export const sentenceVerdictSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('profile'), verdict: z.enum(['grounded', 'ungrounded', 'leak']), ignored: z.boolean() }),
	z.object({ kind: z.literal('starter'), flagged: z.boolean(), score: z.number(), ignored: z.boolean() }),
	z.object({ kind: z.literal('value'), contradicted: z.boolean() }),
	z.object({
		kind: z.literal('supported'),
		/** IDs of the contexts, the one that most words come from first. At least one. */
		by: z.array(z.string()),
	}),
	z.object({
		kind: z.literal('not-judged'),
		notJudged: sentenceNotJudged,
		/** IDs of the contexts that were not read, and that say what the sentence says. */
		unreadContexts: z.array(z.string()),
	}),
	z.object({ kind: z.literal('none') }),
]);
export type SentenceVerdict = z.infer<typeof sentenceVerdictSchema>;

/** What verdicts are made from. */
export type VerdictSource = Pick<AnalysisRecord, 'findings' | 'starter' | 'support' | 'wordOrigins'> & {
	readonly sentences: readonly Pick<AnalysisSentence, 'start' | 'end' | 'verdict' | 'notJudged' | 'unreadContexts'>[];
};

/** Returns the verdict on each sentence of a record, in order. `ignored`: all findings about the sentence are. */
export function sentenceVerdicts({ sentences, findings, starter, support, wordOrigins }: VerdictSource): SentenceVerdict[] {
	const byStarter = new Map(starter?.sentences.map((one) => [one.start, one]));
	const texts = new Map(support?.sentences.map((one) => [one.start, one]));
	const about = (sentence: TextPlace, isAbout: (finding: Finding) => boolean): Finding[] =>
		findings.filter((finding) => isAbout(finding) && finding.start < sentence.end && sentence.start < finding.end);
	return sentences.map((sentence) => {
		const own = about(sentence, isAboutSentence);
		// A value that may well follow from the contexts is a finding, and no verdict.
		const values = about(sentence, isAboutValue).filter(({ ignored, severity }) => !ignored && severity !== 'info');
		const ignored = own.length > 0 && own.every((finding) => finding.ignored);
		const { verdict, notJudged, unreadContexts = [] } = sentence;
		if (verdict === 'ungrounded' || verdict === 'leak') return { kind: 'profile', verdict, ignored };
		const starters = byStarter.get(sentence.start);
		if (starters?.flagged === true) return { kind: 'starter', flagged: true, score: starters.score, ignored };
		if (values.length > 0) return { kind: 'value', contradicted: values.some(({ code }) => code === findingCodes.valueContradicted) };
		const claims = notJudged === undefined || !isNoClaim(notJudged);
		const compared = texts.get(sentence.start);
		const quoted = claims && compared?.evidence?.quoted === true ? compared.evidence.context : null;
		const givers = verdict === null ? [] : mainContexts(sentence, wordOrigins).filter((id) => saysAll(id, compared));
		const by = [...new Set([...(quoted === null ? [] : [quoted]), ...givers])];
		if (by.length > 0) return { kind: 'supported', by };
		if (verdict !== null) return { kind: 'profile', verdict, ignored };
		if (starters !== undefined) return { kind: 'starter', flagged: false, score: starters.score, ignored };
		return notJudged === undefined ? { kind: 'none' } : { kind: 'not-judged', notJudged, unreadContexts };
	});
}

/** Whether a context has all values of a sentence, or is its best match if the sentence has none: words alone may come from what is said of somebody else. */
function saysAll(id: string, compared: SupportedSentence | undefined): boolean {
	return (
		compared !== undefined &&
		(compared.withAllValues === undefined ? compared.evidence?.context === id : compared.withAllValues.includes(id))
	);
}

type TextPlace = Pick<AnalysisSentence, 'start' | 'end'>;

/** Returns the contexts that words of a sentence come from, the one of most words first. Those of less than half as many words are left out. */
function mainContexts({ start, end }: TextPlace, origins: WordOrigins | undefined): string[] {
	const counts = new Map<string, number>();
	for (const word of origins?.words ?? []) {
		if (word.start >= end || word.end <= start) continue;
		for (const id of word.from) counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	const most = Math.max(0, ...counts.values());
	return [...counts]
		.filter(([, words]) => words * 2 >= most)
		.toSorted(([, a], [, b]) => b - a)
		.map(([id]) => id);
}

/** Returns whether a verdict flags its sentence as a whole. */
export function isFlaggedSentence(verdict: SentenceVerdict): boolean {
	return verdict.kind === 'profile' ? verdict.verdict !== 'grounded' : verdict.kind === 'starter' && verdict.flagged;
}
