import type { TextDocument } from 'vscode-languageserver-textdocument';
import { promptParts } from '../../analysis/analyze-trace.ts';
import { traceReading } from '../../analysis/trace-reading.ts';
import type { AttributingModel } from '../../analysis/language-model.ts';
import { originWords } from '../../analysis/spad/origin-words.ts';
import { placesOfWords, type PlacedWord } from '../../analysis/spad/contexts-with-words.ts';
import type { AnalysisRecord, WordOrigin, WordOrigins } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { countByContext, countsInWords, originInWords } from '../../report/word-origin-words.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { Origins, TokenDetail } from '../../protocol/requests.ts';
import { quadOf, type Quad } from '../lsp/positions.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { droppedIndices } from './truncation-hints.ts';
import { documentOf } from './trace-file.ts';
import { tokenAt } from './token-hover.ts';

type Answer = NonNullable<Result<typeof Origins>>;
type PlacedContext = NonNullable<Result<typeof TokenDetail>>['contexts'][number];

/** Of more tokens than this the contexts' words are not told apart: the contexts say enough then, and the model would read the prompt again for every few of them. */
const maxLitTokens = 256;

/** How an analyzed trace can be asked for more; rejects with a `UserError` or the signal's reason. */
export interface OriginsOptions {
	readonly open: () => Promise<AttributingModel>;
	readonly signal: AbortSignal;
	/** As the record was made; absent: exactly. */
	readonly screen?: number;
}

/** An analyzed response with sources, and the tokens that are asked about. */
export interface Asked {
	readonly trace: AnsweredTrace;
	readonly record: AnalysisRecord;
	/** Numbers of response tokens, ascending. */
	readonly rows: readonly number[];
}

/** An analyzed response, and the words that are asked about. */
interface AskedWords {
	readonly trace: AnsweredTrace;
	readonly record: AnalysisRecord;
	readonly origins: WordOrigins;
	/** At least one, in order. */
	readonly words: readonly WordOrigin[];
}

/** Returns where the words in `range` come from. Without a range, it is about the whole response. */
export async function originsOf(
	analyzed: AnalyzedFile,
	version: number,
	range: Quad | undefined,
	options: OriginsOptions,
): Promise<Answer | null> {
	// Beside the answers of a file with many, the cursor is in none.
	if (range === undefined && analyzed.isForeign === true) return null;
	const asked = range === undefined ? wholeResponse(analyzed) : wordsIn(analyzed, range);
	if (asked === undefined) return range === undefined ? null : unscoredAt(analyzed, version, range);
	const { trace, origins, words } = asked;
	const counts = countByContext(words, origins.contexts);
	const [only] = words.length === 1 ? words : [];
	const known = {
		uri: analyzed.key,
		version,
		words: words.length,
		origin: only === undefined ? countsInWords(words) : originInWords(only),
		contexts:
			only === undefined
				? placedContexts(
						analyzed,
						trace,
						counts.map((count) => ({ ...count, without: null })),
					)
				: contextsOfWord(analyzed, trace, only, origins),
		leftOut: origins.why,
	};
	if (range === undefined) return { ...known, subject: null, wordForWord: [], lit: [] };
	const document = documentOf(analyzed, analyzed.key)!;
	const span = { start: words[0]!.start, end: words.at(-1)!.end };
	const { text: response } = trace.response;
	const asWritten = inResponse(trace, span);
	const subject = { range: quadOf(document, span), text: response.slice(asWritten.start, asWritten.end), words: words.length };
	const texts = trace.contexts.map(({ text }) => text.text);
	const wordForWord = [...new Set(placesOfWords(response, asWritten, texts).map(({ context }) => trace.contexts[context]!.id))];
	const same = sameWords(words, trace);
	const lit = same.length > 0 ? same : await attendedWords(asked, options);
	return {
		...known,
		subject,
		wordForWord,
		lit: lit.flatMap(({ context, start, end, weight }) => {
			const place = placeIn(analyzed, trace, context, { start, end });
			return place === null ? [] : [{ ...place, context: trace.contexts[context]!.id, index: context, weight }];
		}),
	};
}

/** A word of a context, with how strongly it is lit. */
interface LitWord extends PlacedWord {
	readonly weight: number;
}

/** Returns the words of the contexts that words of the response come from, where they are the same. */
function sameWords(words: readonly WordOrigin[], trace: AnsweredTrace): LitWord[] {
	const { contexts, response } = trace;
	const texts = contexts.map((context) => context.text.text);
	const found = new Map<string, LitWord>();
	for (const word of words) {
		if (word.from.length === 0) continue;
		for (const place of placesOfWords(response.text, inResponse(trace, word), texts))
			if (word.from.includes(contexts[place.context]!.id)) found.set(`${place.context} ${place.start}`, { ...place, weight: 1 });
	}
	return [...found.values()];
}

/** Returns a range of the document in the response's text, in which nothing is escaped. */
function inResponse({ response: { map } }: AnsweredTrace, { start, end }: TextRange): TextRange {
	return { start: map.toText(start), end: map.toText(end) };
}

/** Returns the words of the contexts in question that the model attended to most. Empty if attention is not known, and of many tokens. */
async function attendedWords({ trace, record, words }: AskedWords, options: OriginsOptions): Promise<LitWord[]> {
	const named = new Set(words.flatMap(({ from }) => from));
	const rows = [...record.tokens.keys()].filter((t) =>
		words.some(({ start, end }) => record.tokens[t]!.start < end && record.tokens[t]!.end > start),
	);
	if (record.attribution === null || named.size === 0 || rows.length === 0 || rows.length > maxLitTokens) return [];
	const model = await openSame(record, options);
	if (model === null) return [];
	const origins = await model.origins(traceReading(promptParts(trace)).parts, rows, {
		signal: options.signal,
		screen: options.screen,
		onProgress: () => undefined,
	});
	const attended = originWords(
		origins,
		trace.contexts.map(({ text }) => text.text),
	).filter(({ context }) => named.has(trace.contexts[context]!.id));
	const strongest = attended[0]?.share ?? 1;
	return attended.map(({ context, start, end, share }) => ({ context, start, end, weight: share / strongest }));
}

/** Returns an answer about text that there was no room to score: nothing is known about it. */
function unscoredAt(analyzed: AnalyzedFile, version: number, range: Quad): Answer | null {
	const document = documentOf(analyzed, analyzed.key)!;
	const [from, to] = offsetsOf(document, range);
	const unscored = analyzed.analyses
		.flatMap(({ record }) => (record.wordOrigins === undefined ? [] : (record.truncation?.unscored ?? [])))
		.find(({ start, end }) => from <= end && to >= start);
	if (unscored === undefined) return null;
	const { start, end } = unscored;
	return {
		uri: analyzed.key,
		version,
		subject: { range: quadOf(document, { start, end }), text: document.getText().slice(start, end), words: 0 },
		words: 0,
		origin: '',
		lit: [],
		contexts: [],
		leftOut: null,
		wordForWord: [],
	};
}

function offsetsOf(document: TextDocument, [startLine, startCharacter, endLine, endCharacter]: Quad): [from: number, to: number] {
	return [document.offsetAt({ line: startLine, character: startCharacter }), document.offsetAt({ line: endLine, character: endCharacter })];
}

/** The model that a record was made with; `null` where settings have changed: another one would speak of other tokens, and is about to read the trace anew. */
export async function openSame({ model: by }: AnalysisRecord, { open }: OriginsOptions): Promise<AttributingModel | null> {
	const model = await open();
	return model.identity.sha256 === by?.sha256 ? model : null;
}

/** Returns the tokens that a range touches, in records with sources. An empty range stands for the token at its place, or right before it. */
export function tokensIn(analyzed: AnalyzedFile, range: Quad): Asked | undefined {
	const [from, to] = offsetsOf(documentOf(analyzed, analyzed.key)!, range);
	for (const { trace, record } of analyzed.analyses) {
		if (record.attribution === null) continue;
		const { tokens } = record;
		const single = from < to ? undefined : (tokenAt(tokens, from) ?? tokenAt(tokens, from - 1));
		const rows = [...tokens.keys()].filter((t) =>
			single === undefined ? tokens[t]!.start < to && tokens[t]!.end > from : tokens[t] === single,
		);
		if (rows.length > 0) return { trace, record, rows };
	}
	return undefined;
}

/** Returns the words that a range touches, in records with word origins. An empty range also touches a word that ends or begins there. */
function wordsIn(analyzed: AnalyzedFile, range: Quad): AskedWords | undefined {
	const [from, to] = offsetsOf(documentOf(analyzed, analyzed.key)!, range);
	for (const { trace, record } of analyzed.analyses) {
		const { wordOrigins: origins } = record;
		if (origins === undefined) continue;
		const words = origins.words.filter(({ start, end }) => (from < to ? start < to && end > from : start <= from && end >= from));
		if (words.length > 0) return { trace, record, origins, words };
	}
	return undefined;
}

function wholeResponse({ analyses }: AnalyzedFile): AskedWords | undefined {
	for (const { trace, record } of analyses) {
		const { wordOrigins: origins } = record;
		if (origins !== undefined && origins.words.length > 0) return { trace, record, origins, words: origins.words };
	}
	return undefined;
}

/** Returns the contexts of one word with their places, the one that it comes from first. */
export function contextsOfWord(
	analyzed: AnalyzedFile,
	trace: AnsweredTrace,
	{ from, without }: WordOrigin,
	{ contexts }: WordOrigins,
): PlacedContext[] {
	// Among the others, the one first whose hiding changes most.
	const order = (id: string): number => (from.includes(id) ? from.indexOf(id) - from.length : 0);
	const lost = (id: string): number => (Object.hasOwn(without, id) ? without[id]! : 0);
	return placedContexts(
		analyzed,
		trace,
		[...new Set(contexts)]
			.toSorted((a, b) => order(a) - order(b) || lost(a) - lost(b))
			.map((id) => ({
				id,
				words: from.includes(id) ? 1 : 0,
				without: Object.hasOwn(without, id) ? Math.exp(without[id]!) : null,
			})),
	);
}

/** Returns contexts with their places, in the same order. Contexts that the model did not read are left out. */
function placedContexts(
	analyzed: AnalyzedFile,
	trace: AnsweredTrace,
	contexts: readonly Pick<PlacedContext, 'id' | 'words' | 'without'>[],
): PlacedContext[] {
	const dropped = droppedIndices(analyzed.analyses.find((one) => one.trace === trace)?.record.truncation ?? null);
	return contexts.flatMap((one) =>
		trace.contexts.flatMap((context, index) => {
			if (context.id !== one.id || dropped.has(index)) return [];
			const place = placeIn(analyzed, trace, index, { start: 0, end: context.text.map.length });
			return place === null ? [] : [{ ...one, index, ...place }];
		}),
	);
}

/** A range of a context's text in the document that holds it. */
function placeIn(
	analyzed: AnalyzedFile,
	trace: AnsweredTrace,
	context: number,
	{ start, end }: { start: number; end: number },
): { uri: string; range: Quad } | null {
	const { text } = trace.contexts[context]!;
	const document = documentOf(analyzed, text.document);
	return document === undefined
		? null
		: { uri: document.uri, range: quadOf(document, { start: text.map.toDocument(start), end: text.map.toDocument(end) }) };
}
