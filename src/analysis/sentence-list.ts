import type { AnalysisRecord, AnalysisSentence, AnalysisToken } from '../formats/analysis-record.ts';
import { sentenceVerdicts, type SentenceVerdict } from '../formats/sentence-verdict.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isNoClaim } from '../text/no-claim.ts';
import { languageOf, ownLanguageOf, type Language } from '../text/language.ts';

/**
 * Language of a trace's response, by its script and its own words. A response that shows none, such as a name or a number, has the language of its
 * question.
 */
export function responseLanguage(trace: AnsweredTrace): Language {
	const { text } = trace.response;
	return ownLanguageOf(text) ?? languageOf(`${trace.query.text}\n${text}`);
}

/** A sentence in words and figures; ranges are the document's, entropies and gaps in nats. */
export interface ListedSentence {
	readonly start: number;
	readonly end: number;
	/** As it stands in the document. */
	readonly text: string;
	readonly score: number | null;
	readonly verdict: SentenceVerdict;
	readonly spad: AnalysisSentence['spad'];
	/** `null`: no model read the sentence. */
	readonly entropyMean: number | null;
	readonly cgMean: number | null;
	readonly cgTop5: number | null;
	/** Its tokens of highest entropy, highest first; punctuation after everything else. */
	readonly worst: readonly ListedToken[];
}

interface ListedToken {
	readonly start: number;
	readonly end: number;
	readonly text: string;
	/** `P(y_t)` with context. */
	readonly probability: number;
	readonly entropy: number;
	readonly cg: number;
}

/**
 * The response's sentences, the most suspicious first: what color says, as text.
 * @param document text of the document that holds the response
 * @param worst how many tokens to name in each
 */
export function sentenceList(record: AnalysisRecord, document: string, worst = 3): ListedSentence[] {
	const verdicts = sentenceVerdicts(record);
	return record.sentences
		.map(
			(s, i): ListedSentence => ({
				start: s.start,
				end: s.end,
				text: document.slice(s.start, s.end),
				score: s.score,
				verdict: verdicts[i]!,
				spad: s.spad,
				entropyMean: s.entropyMean,
				cgMean: s.cgMean,
				cgTop5: s.cgTop5,
				worst: record.tokens
					.filter((t) => t.start < s.end && t.end > s.start && t.text.trim() !== '')
					.toSorted((a, b) => Number(isPunctuation(a)) - Number(isPunctuation(b)) || b.entropy - a.entropy || a.start - b.start)
					.slice(0, worst)
					.map(listed),
			}),
		)
		.toSorted((a, b) => suspicionOf(b) - suspicionOf(a) || entropyOf(b) - entropyOf(a) || a.start - b.start);
}

/** What orders sentences where a classifier or the starter profile has judged them; without one the entropy does. */
function suspicionOf({ spad, verdict }: ListedSentence): number {
	if (verdict.kind === 'starter') return verdict.score;
	if (verdict.kind === 'value') return 1;
	return spad === null || spad.hallucinated === null ? 0 : spad.probability;
}

/** What nobody read, and what claims nothing, comes last. */
function entropyOf({ entropyMean, verdict }: ListedSentence): number {
	return entropyMean === null || (verdict.kind === 'not-judged' && isNoClaim(verdict.notJudged)) ? -1 : entropyMean;
}

/** A full stop says where a sentence could have gone on, which is no fault of the stop. */
function isPunctuation({ text }: AnalysisToken): boolean {
	return /^[\p{P}\s]+$/u.test(text);
}

function listed(token: AnalysisToken): ListedToken {
	return {
		start: token.start,
		end: token.end,
		text: token.text,
		probability: Math.exp(token.logprob),
		entropy: token.entropy,
		cg: token.cg,
	};
}
