import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction, CodeLens, Diagnostic, DiagnosticRelatedInformation, Range } from 'vscode-languageserver/node';
import { fileKinds } from '../../files/file-kind.ts';
import { readHead } from '../../files/read-file.ts';
import { foreignHeadLength, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { keptMapping, type KeptMapping } from '../../formats/foreign/kept-mappings.ts';
import { recognizeForeign } from '../../formats/foreign/registry.ts';
import { readableUri, shownTrace } from '../../formats/readable-uri.ts';
import { subjectOfDiagnostic } from '../../protocol/commands.ts';
import {
	ForeignFiles,
	IndexLargeFile,
	LargeFileTraces,
	mostListed,
	NeighborTraces,
	ReadableTrace,
	ReadableTraceAt,
	TracesOfFile,
} from '../../protocol/readable.ts';
import { Progress } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { oneLineOf, plural } from '../../wording/phrases.ts';
import { readTraceText } from '../lsp/open-documents.ts';
import { quadOf, rangeOf, type Quad } from '../lsp/positions.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { pathOf } from '../lsp/uris.ts';
import { placeOf, rangeInReadable, type ReadableText, type ReadableTraces, type TracesOf } from './readable-traces.ts';

/** Commands of an editor that shows readable documents. */
const readableCommands = { open: 'ragAssay.openReadable', source: 'ragAssay.openTraceSource', list: 'ragAssay.openLargeFile' } as const;

/** Editors cannot take back that they ask for lenses. */
const never = new AbortController().signal;
/** Time between two reports of progress, milliseconds. */
const betweenReports = 100;
/** Records of one document that have a lens: editors draw only those in sight, and ask for all of them. */
const mostLenses = 10_000;

/** Answers what editors ask about readable documents. */
export function answerReadableRequests(answers: TypedAnswers, readable: ReadableTraces, outbox: Outbox): void {
	answers.request(IndexLargeFile, ({ uri, token }, signal) => {
		let told = 0;
		const onProgress = (done: number, total: number): void => {
			if (done < total && performance.now() - told < betweenReports) return;
			told = performance.now();
			outbox.tell(Progress, { token, message: 'Finding the traces', done, total });
		};
		return readable.large.index(uri, { signal, onProgress });
	});
	answers.request(LargeFileTraces, async ({ uri, line, count }, signal) => {
		const { lines, ...rest } = await readable.large.list(uri, line, count, signal);
		return { lines: [...lines], ...rest };
	});
	answers.request(NeighborTraces, ({ uri }, signal) => readable.large.neighborsOf(uri, signal));
	answers.request(ReadableTrace, async ({ uri }, signal) => answerOf(await readable.shownIn(uri, signal)));
	answers.request(ReadableTraceAt, async ({ uri, position }) => {
		const of = await readable.tracesOf(uri);
		if (of === undefined) return null;
		const offset = position === undefined ? 0 : of.document.offsetAt(position);
		return answerOf(await readable.traceAt(uri, offset), position === undefined ? undefined : offset);
	});
	answers.request(TracesOfFile, async ({ uri }) => {
		const of = await readable.tracesOf(uri);
		if (of === undefined) return null;
		return {
			count: of.traces.length,
			traces: of.traces.slice(0, mostListed).map((trace) => ({
				id: trace.id,
				uri: readableUri(of.uri, trace.id),
				line: of.document.positionAt(placeOf(trace).start).line + 1,
				question: oneLineOf(trace.query.text, 80),
			})),
		};
	});
	answers.request(ForeignFiles, async ({ uris }, signal) => {
		const found: string[] = [];
		for (const uri of uris) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
			if (await isForeignFile(uri)) found.push(uri);
		}
		return found;
	});
}

async function isForeignFile(uri: string): Promise<boolean> {
	const path = pathOf(uri);
	if (path === undefined || !mayBeForeign(path)) return false;
	// What cannot be read is none to list.
	const head = await readHead(path, foreignHeadLength, fileKinds.named).catch(() => undefined);
	if (head === undefined) return false;
	const { mapping } = await keptMapping(path, readTraceText).catch((): KeptMapping => ({}));
	return recognizeForeign({ document: path, text: head.toString('utf8') }, mapping) !== null;
}

function inFile({ linesBefore }: TracesOf, [startLine, startCharacter, endLine, endCharacter]: Quad): Quad {
	return [startLine + linesBefore, startCharacter, endLine + linesBefore, endCharacter];
}

function answerOf(found: ReadableText | undefined, offset?: number): Result<typeof ReadableTrace> {
	if (found === undefined) return null;
	const { uri, text, trace, of } = found;
	const range = offset === undefined ? undefined : rangeInReadable(found, offset, offset);
	return {
		uri,
		text,
		source: { uri: of.uri, range: inFile(of, quadOf(of.document, placeOf(trace))) },
		...(range === undefined ? {} : { range: quadOf(TextDocument.create(uri, 'rag-trace', 0, text), range) }),
	};
}

/** A lens on each record of a file of many, which opens its trace; and one on a readable document, which goes back. */
export async function readableLenses(uri: string, readable: ReadableTraces): Promise<CodeLens[]> {
	const lens = (range: Range, title: string, command: string, argument: string): CodeLens => ({
		range,
		command: { title, command, arguments: [argument] },
	});
	if (shownTrace(uri) !== null) {
		const found = await readable.shownIn(uri, never);
		if (found === undefined) return [];
		const head = { line: 0, character: 0 };
		const first = { start: head, end: head };
		if (found.inLargeFile !== undefined) {
			const { line: at, count } = found.inLargeFile;
			const { before, after } = await readable.large.neighborsOf(uri, never);
			return [
				lens(
					first,
					`Line ${at.toLocaleString('en')} of ${nameOf(found.of.uri)}: list its ${plural(count, 'line')}`,
					readableCommands.list,
					found.of.uri,
				),
				...(before === undefined ? [] : [lens(first, 'Previous trace', readableCommands.open, before)]),
				...(after === undefined ? [] : [lens(first, 'Next trace', readableCommands.open, after)]),
			];
		}
		const { line } = found.of.document.positionAt(placeOf(found.trace).start);
		return [lens(first, `Go to ${nameOf(found.of.uri)}, line ${line + 1}`, readableCommands.source, uri)];
	}
	const of = await readable.tracesOf(uri);
	return (of?.traces ?? []).slice(0, mostLenses).map((trace) => {
		const { start } = rangeOf(of!.document, placeOf(trace));
		return lens({ start, end: start }, 'Open as readable trace', readableCommands.open, readableUri(of!.uri, trace.id));
	});
}

function nameOf(uri: string): string {
	return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

/** Offers to open the trace of a finding that the range touches. */
export async function readableActions(
	uri: string,
	range: Range,
	diagnostics: readonly Diagnostic[],
	readable: ReadableTraces,
): Promise<CodeAction[]> {
	const ours = diagnostics.flatMap((one) => {
		const subject = subjectOfDiagnostic(one);
		return subject === undefined ? [] : [{ one, subject }];
	});
	const found = ours[0] === undefined ? undefined : await readable.traceOf(uri, ours[0].subject.id);
	if (found === undefined) return [];
	const title = 'Open as readable trace';
	const place = rangeInReadable(found, found.of.document.offsetAt(range.start), found.of.document.offsetAt(range.end));
	const shown = TextDocument.create(found.uri, 'rag-trace', 0, found.text);
	return [
		{
			title,
			kind: 'quickfix',
			diagnostics: ours.map(({ one }) => one),
			command: {
				title,
				command: readableCommands.open,
				arguments: [found.uri, ...(place === undefined ? [] : [quadOf(shown, place)])],
			},
		},
	];
}

/** Adds to each diagnostic of a file of many the place in the readable document where it is, too. */
export async function withReadablePlaces(uri: string, diagnostics: readonly Diagnostic[], readable: ReadableTraces): Promise<Diagnostic[]> {
	const of = await readable.tracesOf(uri);
	if (of === undefined) return [...diagnostics];
	return Promise.all(
		diagnostics.map(async (diagnostic) => {
			const subject = subjectOfDiagnostic(diagnostic);
			const [start, end] = [of.document.offsetAt(diagnostic.range.start), of.document.offsetAt(diagnostic.range.end)];
			const found = subject === undefined ? undefined : await readable.traceOf(uri, subject.id);
			const place = found === undefined ? undefined : rangeInReadable(found, start, end);
			if (found === undefined || place === undefined) return diagnostic;
			const shown = TextDocument.create(found.uri, 'rag-trace', 0, found.text);
			const related: DiagnosticRelatedInformation = {
				location: { uri: found.uri, range: rangeOf(shown, place) },
				message: 'The same place in the readable trace.',
			};
			return { ...diagnostic, relatedInformation: [...(diagnostic.relatedInformation ?? []), related] };
		}),
	);
}
