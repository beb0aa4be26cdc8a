import { findingCodes, type AnalysisRecord, type Finding } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { emptySidecar, isIgnored, staleEntries, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import type { RecordedSupport, RecordedValue, ValueKind } from '../formats/support-record.ts';
import { indexGiven, type GivenIndex, type GivenText } from '../methods/support/given-index.ts';
import { judgeSupport, type JudgedValue, type SentenceSupport, type Support } from '../methods/support/support.ts';
import { ordinalMeasure } from '../methods/support/ordinals-in-cjk.ts';
import { foldedText, hasWhole, isQuotedBy } from '../methods/support/written-words.ts';
import type { Value } from '../methods/support/values.ts';
import { isFlagged, valueInWords } from '../report/value-words.ts';
import { sentenceParts } from '../text/answer-parts.ts';
import type { Language } from '../text/language.ts';
import { tagText } from '../text/sentences.ts';
import type { TaggedText } from '../text/tagged-text.ts';
import { ignoredWithTheirSentence } from './ignored-values.ts';
import { recordedJudgments } from './recorded-judgments.ts';
import { judgeByStarter } from './judge-by-starter.ts';
import { staleNote, unreadSentence } from './judge-sentences.ts';
import { withReadableAnswer } from './long-answers.ts';
import { responseLanguage } from './sentence-list.ts';

/** What the texts of a trace say of its response. */
export interface TraceSupport {
	readonly support: RecordedSupport;
	/** The same as the method gives it, and the texts that it was compared with. */
	readonly judged: Support;
	readonly index: GivenIndex;
	/** One for each value that contexts contradict or do not have. */
	readonly findings: readonly Finding[];
	/** Hashes of the texts of all values: what a sidecar knows their findings by. */
	readonly hashes: readonly string[];
}

/**
 * Compares a response with its contexts, its question and what the system says. Takes some milliseconds, and needs no model.
 * @returns `null` for a trace without contexts: nothing could support it.
 */
export function judgeTraceSupport(trace: AnsweredTrace, tagged: TaggedText, language: Language, sidecar: Sidecar): TraceSupport | null {
	if (trace.contexts.every(({ text }) => text.text.trim() === '')) return null;
	const { text: response, map } = trace.response;
	const index = indexOf(givenTexts(trace));
	const judged = judgeSupport({ response, tagged, language, query: trace.query.text }, index);
	const foldedContexts = trace.contexts.map(({ text }) => foldedText(text.text));
	const support: RecordedSupport = {
		values: judged.values.map((one) => recordedValue(one, trace, index)),
		sentences: judged.sentences.map((one) => recordedSentence(one, judged.values, trace, index, foldedContexts)),
	};
	const subject = traceSubject(trace.id);
	return {
		support,
		judged,
		index,
		findings: support.values.filter(isFlagged).map((value): Finding => {
			const code = value.state === 'contradicted' ? findingCodes.valueContradicted : findingCodes.valueNotGiven;
			return {
				subject,
				code,
				severity: 'warning',
				method: 'support',
				message: valueInWords(value),
				start: value.start,
				end: value.end,
				score: null,
				threshold: null,
				ignored: isIgnored(sidecar, {
					subject,
					code,
					textSha256: textSha256(response.slice(map.toText(value.start), map.toText(value.end))),
				}),
			};
		}),
		hashes: judged.values.map(({ value }) => textSha256(response.slice(value.start, value.end))),
	};
}

/** The texts that a response may take values from. IDs of contexts are among them: answers name their sources. */
function givenTexts({ system, history = [], query, contexts }: AnsweredTrace): GivenText[] {
	return [
		...(system === undefined ? [] : [{ context: null, text: system.text }]),
		...history.map(({ text }) => ({ context: null, text: text.text })),
		{ context: null, text: query.text },
		{ context: null, text: contexts.map(({ id }) => id).join('\n') },
		...contexts.map(({ id, text }) => ({ context: id, text: text.text })),
	];
}

/** While somebody types an answer, its contexts stay: the last ones are kept with their index. */
const keptIndexes = 4;
const indexes: { readonly given: readonly GivenText[]; readonly index: GivenIndex }[] = [];

function indexOf(given: readonly GivenText[]): GivenIndex {
	const at = indexes.findIndex(
		(one) =>
			one.given.length === given.length &&
			one.given.every(({ context, text }, i) => context === given[i]!.context && text === given[i]!.text),
	);
	const [known] = at === -1 ? [] : indexes.splice(at, 1);
	const entry = known ?? { given, index: indexGiven(given) };
	indexes.unshift(entry);
	indexes.length = Math.min(indexes.length, keptIndexes);
	return entry.index;
}

function recordedValue(
	{ value, found, isAsked }: JudgedValue,
	{ response: { text, map } }: AnsweredTrace,
	index: GivenIndex,
): RecordedValue {
	const otherValue = found.state === 'contradicted' ? found.by : found.state === 'not-given' ? found.nearest : undefined;
	return {
		kind: kindOf(value),
		text: text.slice(value.start, value.end),
		start: map.toDocument(value.start),
		end: map.toDocument(value.end),
		state: found.state,
		...(found.state === 'given' && { givenBy: isAsked ? ('question' as const) : ('contexts' as const) }),
		...(otherValue === undefined ? {} : { by: placeIn(otherValue.text, otherValue.value, index) }),
	};
}

function recordedSentence(
	{ start, end, contentWords, missing, evidence }: SentenceSupport,
	values: readonly JudgedValue[],
	{ response: { text, map }, contexts }: AnsweredTrace,
	index: GivenIndex,
	/** As `foldedText` returns them. */
	foldedContexts: readonly string[],
): RecordedSupport['sentences'][number] {
	const word = (range: { readonly start: number; readonly end: number }) => ({
		text: text.slice(range.start, range.end),
		start: map.toDocument(range.start),
		end: map.toDocument(range.end),
	});
	const own = values
		.filter(({ value }) => start <= value.start && value.start < end)
		.map(({ value }) => foldedText(text.slice(value.start, value.end)));
	return {
		start: map.toDocument(start),
		end: map.toDocument(end),
		contentWords,
		...(own.length > 0 && {
			withAllValues: contexts.filter((_, i) => own.every((value) => hasWhole(foldedContexts[i]!, value))).map(({ id }) => id),
		}),
		missing: missing === null ? null : missing.map(word),
		evidence: evidence === null ? null : recordedEvidence(evidence, text.slice(start, end), contentWords, index),
	};
}

/** A sentence of fewer content words says too little for its words alone to show where it comes from. */
const leastQuoted = 2;

function recordedEvidence(
	evidence: NonNullable<SentenceSupport['evidence']>,
	sentence: string,
	contentWords: number,
	index: GivenIndex,
): NonNullable<RecordedSupport['sentences'][number]['evidence']> {
	const place = placeIn(evidence.text, evidence, index);
	const isQuoted = contentWords >= leastQuoted && place.context !== null && isQuotedBy(sentence, place.text);
	return { ...place, share: Math.min(1, evidence.share), ...(isQuoted && { quoted: true as const }) };
}

function placeIn(number: number, { start, end }: { readonly start: number; readonly end: number }, { texts }: GivenIndex) {
	const { given, map } = texts[number]!;
	const [from, to] = map === null ? [start, end] : [map.toDocument(start), map.toDocument(end)];
	return { context: given.context, text: given.text.slice(from, to), start: from, end: to };
}

function kindOf(value: Value): ValueKind {
	switch (value.kind) {
		case 'amount': {
			const measure = value.units[0]?.measure;
			if (measure === undefined || measure.startsWith(ordinalMeasure)) return 'number';
			return measure === 'percent' ? 'percentage' : measure.startsWith('money') ? 'money' : 'quantity';
		}
		case 'phone':
			return 'phone number';
		case 'email':
			return 'email address';
		case 'url':
			return 'URL';
		case 'date':
		case 'time':
		case 'identifier':
		case 'name':
		case 'quotation':
			return value.kind;
	}
}

export interface WithoutModelOptions {
	readonly file: string;
	readonly sidecar?: Sidecar;
	/** Whether the starter profile judges sentences. Not while a model that has a profile of its own is still reading. */
	readonly starter?: boolean;
}

/** Returns the record of a trace that no model has read: its values and words, and findings about them. */
export async function analyzeWithoutModel(
	whole: AnsweredTrace,
	{ file, sidecar = emptySidecar, starter = true }: WithoutModelOptions,
): Promise<AnalysisRecord> {
	const { trace, unread, notes } = withReadableAnswer(whole);
	const language = responseLanguage(trace);
	const tagged = await tagText(trace.response.text, language);
	const judged = judgeTraceSupport(trace, tagged, language, sidecar);
	const bySentence = judged === null || !starter ? null : judgeByStarter({ trace, language, support: judged, sidecar });
	const subject = traceSubject(trace.id);
	const { text } = trace.response;
	const texts = [whole.response.text, ...tagged.sentences.map(({ start, end }) => text.slice(start, end))].map(textSha256);
	const stale = staleEntries(sidecar, subject, new Set([...texts, ...(judged?.hashes ?? [])]));
	return {
		schema: 'rag-assay/analysis@1',
		file,
		trace: { id: trace.id },
		model: null,
		profile: null,
		language,
		tokens: [],
		sentences: sentenceParts(
			{ response: text, query: trace.query.text, contextIds: trace.contexts.map(({ id }) => id) },
			tagged.sentences,
		).map((part) => unreadSentence(part, trace.response.map)),
		repcs: null,
		closedBook: null,
		response: null,
		attribution: null,
		...(judged === null ? {} : { support: judged.support }),
		...(bySentence === null ? {} : { starter: bySentence.starter }),
		findings: [...(bySentence?.findings ?? []), ...ignoredWithTheirSentence(judged?.findings ?? [], bySentence?.findings ?? [])],
		...recordedJudgments(trace),
		truncation: null,
		...unread,
		notes: [
			...notes,
			judged === null
				? 'This trace has no contexts, so its values and words were not compared.'
				: 'No model has read this answer. Its values and words were compared with the contexts.',
			...staleNote(stale.ignored.length, 'ignored finding'),
			...staleNote(stale.labels.length, 'label'),
		],
	};
}
