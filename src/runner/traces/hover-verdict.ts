import { isAboutResponse, type AnalysisRecord, type AnalysisToken, type WordOrigin } from '../../formats/analysis-record.ts';
import type { Likeness } from '../../formats/data-likeness.ts';
import { isFlaggedSentence, sentenceVerdicts, type SentenceVerdict, type VerdictSource } from '../../formats/sentence-verdict.ts';
import { closedBookVerdict } from '../../report/closed-book-words.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import { notJudgedWords, supportedByWords } from '../../report/not-judged-words.ts';
import { recordedScoresInWords } from '../../report/recorded-words.ts';
import { starterProfile } from '../../report/starter-words.ts';
import { firstOfWord, insteadInWords, insteadOf, suspectsInWords, suspectsOf, type Suspects } from '../../report/suspect-words.ts';
import { readWithoutSentence } from '../../report/truncation-words.ts';
import { evidenceInWords, isFlagged, missingInWords, valueInWords, type FlaggedValue } from '../../report/value-words.ts';
import { eitherOf, hidingInWords } from '../../report/word-origin-words.ts';
import { roughPercentOf } from '../../wording/numbers.ts';
import { plainMarkdown } from '../lsp/markdown.ts';

/** What a hover's verdict and evidence are made from. */
export type VerdictRecord = Pick<
	AnalysisRecord,
	| 'model'
	| 'unlike'
	| 'tokens'
	| 'sentences'
	| 'findings'
	| 'support'
	| 'starter'
	| 'wordOrigins'
	| 'repcs'
	| 'closedBook'
	| 'truncation'
	| 'recorded'
>;

export interface HoverOptions {
	/** How the last answers, this one among them, look beside those of the profile. Absent: nobody can tell. */
	readonly likeness?: Likeness | undefined;
	/** Whether the editor shows diagnostics beside the hover. What they say is then not said again. */
	readonly besideDiagnostics?: boolean;
}

interface Place {
	readonly start: number;
	readonly end: number;
}

/** From this probability on, the model's own choice says nothing about a word. */
const sure = 0.5;

const covers =
	({ start, end }: Place) =>
	(other: Place): boolean =>
		start < other.end && other.start < end;

/** Returns the word that a place is a part of. */
export function wordOf(place: Place, { wordOrigins }: Pick<AnalysisRecord, 'wordOrigins'>): WordOrigin | undefined {
	return wordOrigins?.words.find(covers(place));
}

/**
 * Returns what is known of a place in a response as paragraphs of Markdown: the verdict, then its evidence in words. Empty if nothing is known, or if
 * a diagnostic beside the hover says it all.
 * @param token the model's token at the place, if a model has read it
 */
export function verdictParagraphs(
	record: VerdictRecord,
	place: Place,
	token: AnalysisToken | undefined,
	options: HoverOptions = {},
): string[] {
	const sentences = sentencesOf(record);
	const at = sentences.findIndex(covers(place));
	const sentence = sentences[at];
	if (sentence === undefined) return [];
	const verdict = sentenceVerdicts({ ...record, sentences })[at]!;
	const said: Said = {
		record,
		place,
		verdict,
		// What a model says of text that it cannot read is no evidence.
		word: record.unlike === undefined ? wordOf(place, record) : undefined,
		value: record.support?.values.filter(isFlagged).find(covers(place)),
		suspects: suspectsOf(sentence, record),
	};
	return [...(isTitleListed(said, options) ? [] : [`**${titleOf(said)}**`]), ...evidenceOf(said, token, options)];
}

interface Said {
	readonly record: VerdictRecord;
	readonly place: Place;
	readonly verdict: SentenceVerdict;
	readonly word: WordOrigin | undefined;
	readonly value: FlaggedValue | undefined;
	readonly suspects: Suspects;
}

/** Returns the sentences of a response as a model has read them, or otherwise as their values and words were compared. */
export function sentencesOf({ sentences, support }: Pick<AnalysisRecord, 'sentences' | 'support'>): VerdictSource['sentences'] {
	return sentences.length > 0 ? sentences : (support?.sentences ?? []).map(({ start, end }) => ({ start, end, verdict: null }));
}

function titleOf(said: Said): string {
	const { verdict, word, value, record } = said;
	if (value !== undefined) {
		const ignored = record.findings.some((finding) => finding.start === value.start && finding.end === value.end && finding.ignored);
		const [differs, than] = [value.state === 'contradicted', value.by?.context === null ? 'question' : 'contexts'];
		return `\u2717 ${differs ? `Differs from the ${than}` : 'Not supported by the contexts'}${ignored ? ' (ignored)' : ''}`;
	}
	const from = word === undefined || word.from.length === 0 ? null : `From ${plainMarkdown(eitherOf(word.from))}`;
	switch (verdict.kind) {
		case 'profile':
			return verdict.verdict === 'grounded'
				? (from ?? 'Not flagged')
				: flaggedTitle(said, verdict.verdict === 'leak' ? '? Possibly copied from the contexts' : '\u2717 Not supported by the contexts');
		case 'starter':
			return verdict.flagged ? flaggedTitle(said, '\u2717 Probably not supported by the contexts') : (from ?? 'Not flagged');
		case 'value':
			return flaggedTitle(said, '\u2717 Not supported by the contexts');
		case 'supported':
			return `\u2713 ${from ?? plainMarkdown(sentenceOf(supportedByWords(verdict)))}`;
		case 'not-judged':
			return plainMarkdown(sentenceOf(notJudgedWords(verdict) ?? 'not judged'));
		case 'none':
			return from ?? (record.model === null ? 'Not analyzed by a model' : 'Not judged: no profile fits this model');
	}
}

/** Whether the editor shows a diagnostic beside the hover whose first words are the title. */
function isTitleListed(said: Said, { besideDiagnostics = false }: HoverOptions): boolean {
	const { record, place, value, verdict } = said;
	if (!besideDiagnostics || !record.findings.some((finding) => covers(place)(finding) && !isAboutResponse(finding))) return false;
	return value !== undefined || ((isFlaggedSentence(verdict) || verdict.kind === 'value') && !isOfOtherWords(said));
}

/** Whether a sentence is flagged for words that the texts name, and not for the one at the place. */
function isOfOtherWords(said: Said): boolean {
	return said.suspects.by === 'texts' && !isSuspect(said);
}

/** A word that the sentence is not flagged for says so: the texts have it, and something else is wrong. */
function flaggedTitle(said: Said, title: string): string {
	const { verdict, suspects } = said;
	if (isOfOtherWords(said)) {
		const words = plainMarkdown(suspectsInWords(suspects.words));
		return said.word === undefined ? `The sentence is flagged for ${words}.` : `This word is fine; the sentence is flagged for ${words}.`;
	}
	return `${title}${'ignored' in verdict && verdict.ignored ? ' (ignored)' : ''}`;
}

function isSuspect({ record, place, suspects }: Said): boolean {
	const missing = record.support?.sentences.flatMap((one) => one.missing ?? []) ?? [];
	return [...suspects.words, ...missing].some(covers(place));
}

function evidenceOf(said: Said, token: AnalysisToken | undefined, { likeness, besideDiagnostics = false }: HoverOptions): string[] {
	const { record, place, verdict, word, value, suspects } = said;
	const isSaid = besideDiagnostics && record.findings.some((finding) => covers(place)(finding) && !isAboutResponse(finding));
	const isMemorySaid = besideDiagnostics && record.findings.some(isAboutResponse);
	const isWrong = isFlaggedSentence(verdict) || verdict.kind === 'value';
	const own = record.support?.sentences.find(covers(place));
	const missing = own === undefined || isSaid ? null : missingInWords(own, record.support?.values ?? [], plainMarkdown);
	const ofModel = [
		...(isWrong && suspects.by === 'model' && !isSuspect(said)
			? [`The sentence is flagged for ${plainMarkdown(suspectsInWords(suspects.words))}.`]
			: []),
		...(token === undefined || record.unlike !== undefined || (isSaid && suspects.by === 'model' && isSuspect(said))
			? []
			: writtenInstead(token, record.tokens)),
		...(word === undefined ? [] : [hidingInWords(word, plainMarkdown) ?? []].flat()),
	].join(' ');
	const isFine = isWrong && suspects.by === 'texts' && value === undefined && !isSuspect(said);
	const best = own === undefined || isFine || verdict.kind === 'not-judged' ? null : evidenceInWords(own, plainMarkdown);
	const unlike =
		likeness === undefined || !record.findings.some((finding) => !finding.ignored && covers(place)(finding))
			? null
			: likenessWords(likeness);
	const unread = readWithoutSentence(record.truncation);
	return [
		...(value === undefined || isSaid ? [] : [valueInWords(value, plainMarkdown)]),
		...(missing === null ? [] : [missing]),
		...(ofModel === '' ? [] : [ofModel]),
		...(best === null ? [] : [best]),
		...(verdict.kind === 'starter' && !isSaid ? [`Judged by the ${starterProfile}.`] : []),
		...recordedAt(record, place),
		...[isMemorySaid ? null : memoryWords(record, isWrong), unlike, unread].flatMap((words) =>
			words === null ? [] : [plainMarkdown(words)],
		),
	];
}

/** What the trace's own file says of the place, and of the whole answer. */
function recordedAt({ recorded }: VerdictRecord, place: Place): string[] {
	if (recorded === undefined) return [];
	const types = (recorded.labels ?? []).filter(covers(place)).map(({ type }) => plainMarkdown(type));
	const scores = recordedScoresInWords(recorded);
	return [
		...(types.length === 0 ? [] : [`Labeled in the file as ${[...new Set(types)].join(', ')}.`]),
		...(scores === null ? [] : [plainMarkdown(scores)]),
	];
}

/** What the model would have written in place of an unlikely word, and how likely the beginning of that word was. */
function writtenInstead(token: AnalysisToken, tokens: readonly AnalysisToken[]): string[] {
	const first = firstOfWord(token, tokens);
	const probability = Math.exp(first.logprob);
	const instead = insteadOf(first);
	if (instead === null || probability >= sure) return [];
	const words = insteadInWords(instead, plainMarkdown).replace(/\.$/u, '');
	return [`${words}; \u201c${plainMarkdown(first.text.trim())}\u201d had ${roughPercentOf(probability)}.`];
}

/** Whether the answer may come from memory. Where the sentence is called unsupported already, that says nothing new. */
function memoryWords({ repcs, closedBook }: VerdictRecord, isWrong: boolean): string | null {
	if (isWrong) return null;
	if (closedBook !== null && closedBook.threshold !== null)
		return closedBook.memorised === true ? `${closedBookVerdict(closedBook)}.` : null;
	return repcs?.memorised === true ? 'Possibly from memory: the contexts hardly changed this answer.' : null;
}

function sentenceOf(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`;
}
