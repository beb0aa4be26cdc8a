import type { InlayHint, Range } from 'vscode-languageserver/node';
import type { RecordedTruncation, UnreadAnswer } from '../../formats/analysis-record.ts';
import type { DocumentRange } from '../../formats/trace.ts';
import { unreadAnswerSentence, unscoredSentence } from '../../report/truncation-words.ts';
import { sameUri } from '../lsp/uris.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf } from './trace-file.ts';

/** A stretch of a document that the model had no room for. */
export interface CutText extends DocumentRange {
	readonly of: 'contexts' | 'response';
	/** In a sentence or two, what is cut and what that means. */
	readonly message: string;
	/** Words to stand in the text, each with its place. */
	readonly marks: readonly { readonly at: number; readonly label: string }[];
}

/** What of a document was not read, or not scored, for want of room in the model's context window, in the document's order. */
export function cutTexts(uri: string, analyzed: AnalyzedFile): CutText[] {
	const isHere = sameUri(uri);
	return analyzed.analyses
		.flatMap(({ trace, record: { truncation, unread } }) => {
			const tooLong = unread === undefined || !isHere(trace.response.document) ? [] : [tooLongAnswer(unread)];
			if (truncation === null) return tooLong;
			const inPart = truncation.cutContexts
				.filter(({ keptTokens }) => keptTokens > 0)
				.flatMap(({ id, index, tokens, keptTokens, keptLength }): CutText[] => {
					const text = trace.contexts[index]?.text;
					if (text === undefined || !isHere(text.document)) return [];
					const [start, end] = [text.map.toDocument(keptLength), text.map.toDocument(text.map.length)];
					return [
						{
							of: 'contexts',
							start,
							end,
							marks: [{ at: start, label: 'not read from here: context window full' }],
							message: `Not read from here on: ${keptTokens} of the ${tokens} tokens of context '${id}' fitted into ${windowOf(truncation)}.`,
						},
					];
				});
			const { unscored } = truncation;
			const end =
				unscored === null || !isHere(analyzed.key)
					? []
					: [
							{
								of: 'response' as const,
								start: unscored.start,
								end: unscored.end,
								marks: [{ at: unscored.start, label: 'not scored from here: context window full' }],
								message: unscoredSentence(truncation)!,
							},
						];
			return [...inPart, ...droppedContexts(isHere, analyzed, truncation), ...end, ...tooLong];
		})
		.toSorted((a, b) => a.start - b.start);
}

/** The end of a very long answer. */
function tooLongAnswer({ start, end, ...length }: UnreadAnswer): CutText {
	return {
		of: 'response',
		start,
		end,
		marks: [{ at: start, label: 'not analyzed from here on: too long' }],
		message: unreadAnswerSentence({ start, end, ...length }),
	};
}

/** Contexts of which nothing was read; what stands together is one stretch. */
function droppedContexts(
	isHere: (document: string) => boolean,
	{ parsed: { sections } }: AnalyzedFile,
	truncation: RecordedTruncation,
): CutText[] {
	const dropped = droppedIndices(truncation);
	let contexts = 0;
	const runs: (typeof sections)[number][][] = [];
	let goesOn = false;
	for (const section of sections) {
		const isDropped = section.kind === 'context' && dropped.has(contexts++) && isHere(section.document);
		if (isDropped && goesOn) runs.at(-1)!.push(section);
		else if (isDropped) runs.push([section]);
		goesOn = isDropped;
	}
	return runs.map((run) => {
		const [first, last] = [run[0]!, run.at(-1)!];
		const what = run.length === 1 ? `context '${first.name}'` : `the ${run.length} contexts from '${first.name}' to '${last.name}'`;
		return {
			of: 'contexts',
			start: first.heading.start,
			end: last.range.end,
			marks: run.map(({ heading }) => ({ at: heading.end, label: 'not read: context window full' })),
			message: `Not read: ${what} did not fit into ${windowOf(truncation)}. The verdicts on the response do not consider ${run.length === 1 ? 'it' : 'them'}.`,
		};
	});
}

/** Numbers of the contexts of which nothing was read. */
export function droppedIndices(truncation: RecordedTruncation | null): ReadonlySet<number> {
	return new Set(truncation?.cutContexts.filter(({ keptTokens }) => keptTokens === 0).map(({ index }) => index));
}

function windowOf({ contextWindow }: RecordedTruncation): string {
	return `the model\u2019s context window of ${contextWindow} tokens`;
}

/** Where what was not read, or not scored, begins: words in the text, for fading alone says nothing to whoever does not see it. */
export function cutHints(uri: string, analyzed: AnalyzedFile, { start, end }: Range): InlayHint[] {
	const document = documentOf(analyzed, uri);
	if (document === undefined) return [];
	const text = document.getText();
	const hints = cutTexts(uri, analyzed).flatMap(({ marks, message }) =>
		marks.map(
			({ at, label }): InlayHint => ({
				position: document.positionAt(startOfWord(text, at)),
				label,
				paddingLeft: true,
				paddingRight: true,
				tooltip: message,
			}),
		),
	);
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** Letters and digits before a cut that are looked at. A longer run of them, as in an encoded text, is no word. */
const longestWord = 40;

/** Returns where the word begins that a place is within: a model's tokens may end in the middle of it. */
function startOfWord(text: string, at: number): number {
	if (!/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))) return at;
	const [before = ''] = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, at - longestWord), at)) ?? [];
	return before.length === longestWord ? at : at - before.length;
}
