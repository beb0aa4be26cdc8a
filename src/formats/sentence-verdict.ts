import { z } from 'zod';
import {
	findingCodes,
	isAboutSentence,
	isAboutValue,
	sentenceNotJudged,
	type AnalysisRecord,
	type AnalysisSentence,
	type Finding,
} from './analysis-record.ts';

/**
 * What is known of a sentence. Every screen shows this one verdict:
 * - `profile`: a detector of the profile judges it.
 * - `starter`: the starter profile judges it in place of one. Not flagged: nothing is said. The score is no probability.
 * - `value`: neither flags the sentence, but a context contradicts a value of it, or no text says one.
 * - `not-judged`: the profile's detectors could judge it and must not, or it claims nothing, and the starter profile says nothing.
 * - `none`: nothing judges.
 */
export const sentenceVerdictSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('profile'), verdict: z.enum(['grounded', 'ungrounded', 'leak']), ignored: z.boolean() }),
	z.object({ kind: z.literal('starter'), flagged: z.boolean(), score: z.number(), ignored: z.boolean() }),
	z.object({ kind: z.literal('value'), contradicted: z.boolean() }),
	z.object({
		kind: z.literal('not-judged'),
		notJudged: sentenceNotJudged,
		/** IDs of the contexts that were not read, and that say what the sentence says. */
		unreadContexts: z.array(z.string()),
	}),
	z.object({ kind: z.literal('none') }),
]);
export type SentenceVerdict = z.infer<typeof sentenceVerdictSchema>;

/** Returns the verdict on each sentence of a record, in order. `ignored`: all findings about the sentence are. */
export function sentenceVerdicts({
	sentences,
	findings,
	starter,
}: Pick<AnalysisRecord, 'sentences' | 'findings' | 'starter'>): SentenceVerdict[] {
	const byStarter = new Map(starter?.sentences.map((one) => [one.start, one]));
	const about = (sentence: AnalysisSentence, isAbout: (finding: Finding) => boolean): Finding[] =>
		findings.filter((finding) => isAbout(finding) && finding.start < sentence.end && sentence.start < finding.end);
	return sentences.map((sentence) => {
		const own = about(sentence, isAboutSentence);
		const values = about(sentence, isAboutValue).filter(({ ignored }) => !ignored);
		const ignored = own.length > 0 && own.every((finding) => finding.ignored);
		const { verdict, notJudged, unreadContexts = [] } = sentence;
		if (verdict !== null) return { kind: 'profile', verdict, ignored };
		const starters = byStarter.get(sentence.start);
		if (starters?.flagged === true) return { kind: 'starter', flagged: true, score: starters.score, ignored };
		if (values.length > 0) return { kind: 'value', contradicted: values.some(({ code }) => code === findingCodes.valueContradicted) };
		if (starters !== undefined) return { kind: 'starter', flagged: false, score: starters.score, ignored };
		return notJudged === undefined ? { kind: 'none' } : { kind: 'not-judged', notJudged, unreadContexts };
	});
}

/** Returns whether a verdict flags its sentence as a whole. */
export function isFlaggedSentence(verdict: SentenceVerdict): boolean {
	return verdict.kind === 'profile' ? verdict.verdict !== 'grounded' : verdict.kind === 'starter' && verdict.flagged;
}
