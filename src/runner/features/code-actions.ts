import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { isAboutResponse } from '../../formats/analysis-record.ts';
import { commands, type FindingArguments } from '../../protocol/commands.ts';
import { quadOf, rangeOf } from '../editor/text-positions.ts';
import { findingKey, type JudgedDocument } from './judged-document.ts';

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
		const which = isAboutResponse(finding) ? ' about the whole response' : '';
		return [
			act(which === '' ? 'Show why' : 'Show why the response is flagged', commands.showWhy),
			finding.ignored
				? act(`Stop ignoring this finding${which}`, commands.unignoreFinding)
				: act(`Ignore this finding${which}`, commands.ignoreFinding),
		];
	});
}
