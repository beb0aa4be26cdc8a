import type { TextDocument } from 'vscode-languageserver-textdocument';
import { promptParts } from '../../analysis/analyze-trace.ts';
import type { AttributingModel } from '../../analysis/language-model.ts';
import { contextMeans, originWords } from '../../analysis/spad/origin-words.ts';
import { contextsWithWords } from '../../analysis/spad/contexts-with-words.ts';
import type { AnalysisRecord, AnalysisToken } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { tokenSources } from '../../formats/token-sources.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { Origins, TokenDetail } from '../../protocol/requests.ts';
import { quadOf, type Quad } from '../lsp/positions.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { droppedIndices } from './truncation-hints.ts';
import { documentOf } from './trace-file.ts';
import { tokenAt } from './token-hover.ts';

type Answer = NonNullable<Result<typeof Origins>>;
export type ContextShare = NonNullable<Result<typeof TokenDetail>>['contexts'][number];

/** Of more tokens than this the contexts' words are not told apart: the contexts say enough then, and the model would read the prompt again for every few of them. */
export const maxLitTokens = 256;

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

/** Where the response tokens in `range` come from; of the whole response without one. */
export async function originsOf(
	analyzed: AnalyzedFile,
	version: number,
	range: Quad | undefined,
	options: OriginsOptions,
): Promise<Answer | null> {
	const asked = range === undefined ? wholeResponse(analyzed) : tokensIn(analyzed, range);
	if (asked === undefined) return range === undefined ? null : unscoredAt(analyzed, version, range);
	const { trace, record, rows } = asked;
	const tokens = rows.map((row) => record.tokens[row]!);
	const uriAndSources = { uri: analyzed.key, version, sources: meanSources(tokens) };
	const known = { ...uriAndSources, wordForWord: [], lit: [], contexts: contextShares(analyzed, trace, meanById(tokens, trace)) };
	if (range === undefined) return { ...known, subject: null };
	const document = documentOf(analyzed, analyzed.key)!;
	const span = { start: tokens[0]!.start, end: tokens.at(-1)!.end };
	const subject = { range: quadOf(document, span), text: document.getText().slice(span.start, span.end), tokens: rows.length };
	const texts = trace.contexts.map(({ text }) => text.text);
	const wordForWord = [...new Set(contextsWithWords(document.getText(), span, texts).map((k) => trace.contexts[k]!.id))];
	if (rows.length > maxLitTokens) return { ...known, subject, wordForWord };

	const model = await openSame(record, options);
	if (model === null) return null;
	const origins = await model.origins(promptParts(trace), rows, {
		signal: options.signal,
		screen: options.screen,
		onProgress: () => undefined,
	});
	const words = originWords(origins, texts);
	const strongest = words[0]?.share ?? 1;
	return {
		...uriAndSources,
		subject,
		wordForWord,
		lit: words.flatMap(({ context, start, end, share }) => {
			const place = placeIn(analyzed, trace, context, { start, end });
			return place === null ? [] : [{ ...place, context: trace.contexts[context]!.id, index: context, share, weight: share / strongest }];
		}),
		contexts: contextShares(analyzed, trace, contextMeans(origins)),
	};
}

/** Of text that there was no room to score: that nothing is known. */
function unscoredAt(analyzed: AnalyzedFile, version: number, range: Quad): Answer | null {
	const document = documentOf(analyzed, analyzed.key)!;
	const [from, to] = offsetsOf(document, range);
	const unscored = analyzed.analyses
		.flatMap(({ record }) => (record.attribution === null ? [] : (record.truncation?.unscored ?? [])))
		.find(({ start, end }) => from <= end && to >= start);
	if (unscored === undefined) return null;
	const { start, end } = unscored;
	return {
		uri: analyzed.key,
		version,
		subject: { range: quadOf(document, { start, end }), text: document.getText().slice(start, end), tokens: 0 },
		sources: tokenSources.map(() => 0),
		lit: [],
		contexts: [],
		wordForWord: [],
	};
}

function offsetsOf(document: TextDocument, [startLine, startCharacter, endLine, endCharacter]: Quad): [from: number, to: number] {
	return [document.offsetAt({ line: startLine, character: startCharacter }), document.offsetAt({ line: endLine, character: endCharacter })];
}

/** The model that a record was made with; `null` where settings have changed: another one would speak of other tokens, and is about to read the trace anew. */
export async function openSame({ model: { sha256 } }: AnalysisRecord, { open }: OriginsOptions): Promise<AttributingModel | null> {
	const model = await open();
	return model.identity.sha256 === sha256 ? model : null;
}

/** The tokens that a range touches: of an empty one that at its place, or right before it. */
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

function wholeResponse({ analyses }: AnalyzedFile): Asked | undefined {
	const found = analyses.find(({ record }) => record.attribution !== null && record.tokens.length > 0);
	return found === undefined ? undefined : { ...found, rows: [...found.record.tokens.keys()] };
}

function meanSources(tokens: readonly AnalysisToken[]): number[] {
	return tokenSources.map((_, s) => tokens.reduce((sum, token) => sum + (token.sources?.[s] ?? 0), 0) / tokens.length);
}

function meanById(tokens: readonly AnalysisToken[], { contexts }: AnsweredTrace): number[] {
	// A context that was dropped has no share, not even where objects inherit something of its name.
	const shareOf = ({ contexts: shares }: AnalysisToken, id: string): number =>
		shares !== null && Object.hasOwn(shares, id) ? shares[id]! : 0;
	return contexts.map(({ id }) => tokens.reduce((sum, token) => sum + shareOf(token, id), 0) / tokens.length);
}

/** Contexts by their share, largest first; `shares` by their number in the trace. What was dropped from the prompt is left out. */
export function contextShares(analyzed: AnalyzedFile, trace: AnsweredTrace, shares: readonly number[]): ContextShare[] {
	const dropped = droppedIndices(analyzed.analyses.find((one) => one.trace === trace)?.record.truncation ?? null);
	return shares
		.flatMap((share, index) => {
			const context = trace.contexts[index];
			const place =
				context === undefined || dropped.has(index) ? null : placeIn(analyzed, trace, index, { start: 0, end: context.text.map.length });
			return context === undefined || place === null ? [] : [{ id: context.id, index, ...place, share }];
		})
		.toSorted((a, b) => b.share - a.share || a.index - b.index);
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
