import type { TextDocument } from 'vscode-languageserver-textdocument';
import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { unlikeWords } from '../../analysis/notes.ts';
import { isAboutResponse, isAboutValue, type Finding } from '../../formats/analysis-record.ts';
import { textSha256, type FindingKey } from '../../formats/sidecar.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { modelFaults } from '../../protocol/models.ts';
import { commands, type FindingArguments } from '../../protocol/commands.ts';
import type { MappedText } from '../../text/text-map.ts';
import { diagnosticSource } from '../lsp/finding-diagnostics.ts';
import { quadOf, rangeOf } from '../lsp/positions.ts';
import { sameUri } from '../lsp/uris.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';

/** The text of a subject with what was found in it; places of findings are offsets of its document. */
export interface JudgedText {
	readonly text: Pick<MappedText, 'text' | 'map'>;
	readonly findings: readonly Finding[];
}

/** A document with the judged texts that stand in it, whatever kinds of subjects they are of. */
export interface JudgedDocument {
	readonly uri: string;
	readonly document: TextDocument;
	readonly texts: readonly JudgedText[];
}

/** What was found in the responses of a trace file. */
export function judgedResponses(analyzed: AnalyzedFile): JudgedDocument {
	return {
		uri: analyzed.key,
		document: documentOf(analyzed, analyzed.key)!,
		texts: analyzed.analyses.map(({ trace: { response }, record: { findings } }) => ({ text: response, findings })),
	};
}

/** Code of the diagnostic that says why an answer is not judged. */
export const notJudgedCode = 'rag-assay/not-judged';

/** Returns the first sentences of answers that are unlike all that the profile was made from, with what to say there. */
export function unjudgedAnswers({ analyses }: AnalyzedFile): { readonly start: number; readonly end: number; readonly message: string }[] {
	return analyses.flatMap(({ record: { unlike, sentences, profile, starter } }) => {
		const [first] = sentences;
		if (unlike === undefined || first === undefined) return [];
		return [{ start: first.start, end: first.end, message: unlikeWords(unlike, profile?.name, starter !== undefined) }];
	});
}

/** Offers another model where an answer is not judged. */
export function unjudgedActionsAt(analyzed: AnalyzedFile, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	const document = documentOf(analyzed, analyzed.key)!;
	const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
	if (!unjudgedAnswers(analyzed).some(({ start, end }) => start <= to && end >= from)) return [];
	const title = 'Choose a model that can read such text';
	const ours = diagnostics.filter(({ code }) => code === notJudgedCode);
	return [
		{
			title,
			kind: CodeActionKind.QuickFix,
			...(ours.length > 0 ? { diagnostics: ours } : {}),
			command: { title, command: commands.chooseModel, arguments: [] },
		},
	];
}

/** Offers another model where an analysis failed because there is none at the place that the settings name. */
export function modelActions(diagnostics: readonly Diagnostic[]): CodeAction[] {
	return diagnostics.flatMap((diagnostic): CodeAction[] => {
		const code = String(diagnostic.code);
		if (diagnostic.source !== diagnosticSource || !modelFaults.has(code)) return [];
		const isFolder = code === errorNumbers.noModelFolder;
		const title = isFolder ? 'Choose the folder of a model' : 'Choose another model';
		return [
			{
				title,
				kind: CodeActionKind.QuickFix,
				diagnostics: [diagnostic],
				command: { title, command: commands.chooseModel, arguments: isFolder ? ['folder'] : [] },
			},
		];
	});
}

/** What the sidecar knows a finding by: its subject, and the logical text at its place. */
export function findingKey({ text, map }: JudgedText['text'], { subject, code, start, end }: Finding): FindingKey {
	return { subject, code, textSha256: textSha256(text.slice(map.toText(start), map.toText(end))) };
}

/** What can be done about the findings that the range touches. */
export function codeActionsAt({ uri, document, texts }: JudgedDocument, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
	const found = texts
		.flatMap(({ text, findings }) => findings.filter(({ start, end }) => start <= to && end >= from).map((finding) => ({ text, finding })))
		// What is about the sentence here first.
		.toSorted((a, b) => Number(isAboutResponse(a.finding)) - Number(isAboutResponse(b.finding)));
	return found.flatMap(({ text, finding }) => {
		const { start } = rangeOf(document, finding);
		const ours = diagnostics.filter(
			({ code, range: at }) => code === finding.code && at.start.line === start.line && at.start.character === start.character,
		);
		const args: FindingArguments = { ...findingKey(text, finding), uri, range: quadOf(document, finding) };
		const act = (title: string, command: string, kind: CodeActionKind = CodeActionKind.QuickFix): CodeAction => ({
			title,
			kind,
			...(ours.length > 0 ? { diagnostics: ours } : {}),
			command: { title, command, arguments: [args] },
		});
		// Of a sentence's place there may be two.
		const which = isAboutResponse(finding) ? ' about the whole response' : isAboutValue(finding) ? ' about the value' : '';
		return [
			// A value's finding says all there is to say.
			...(isAboutValue(finding) ? [] : [act(which === '' ? 'Show why' : 'Show why the response is flagged', commands.showWhy)]),
			finding.ignored
				? act(`Stop ignoring this finding${which}`, commands.unignoreFinding)
				: act(`Ignore this finding${which}`, commands.ignoreFinding),
		];
	});
}

/** Offers what mends the problems of a document's format that the range touches. */
export function problemActionsAt(uri: string, read: ReadTraceFile, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	const document = documentOf(read, uri);
	if (document === undefined) return [];
	const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
	const isHere = sameUri(uri);
	return read.parsed.problems
		.filter((problem) => isHere(problem.document) && problem.range.start <= to && problem.range.end >= from)
		.flatMap(({ code, range: at, fixes = [] }) => {
			const { start } = rangeOf(document, at);
			const ours = diagnostics.filter(
				({ code: other, range: { start: place } }) => other === code && place.line === start.line && place.character === start.character,
			);
			return fixes.map(
				({ title, edits }): CodeAction => ({
					title,
					kind: CodeActionKind.QuickFix,
					...(ours.length > 0 ? { diagnostics: ours } : {}),
					edit: { changes: { [uri]: edits.map(({ range: where, newText }) => ({ range: rangeOf(document, where), newText })) } },
				}),
			);
		});
}
