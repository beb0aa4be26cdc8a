import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { isAboutResponse, type Finding } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import { commands, type FindingArguments } from '../../protocol/commands.ts';
import { quadOf, rangeOf } from '../editor/text-positions.ts';
import type { AnalysedFile } from '../editor/trace-analyses.ts';
import { documentOf } from '../editor/trace-file.ts';

/** What can be done about the findings that the range touches. */
export function codeActionsAt(analysed: AnalysedFile, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	const document = documentOf(analysed, analysed.key)!;
	const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
	const found = analysed.analyses
		.flatMap(({ trace, record }) =>
			record.findings.filter(({ start, end }) => start <= to && end >= from).map((finding) => ({ trace, finding })),
		)
		// What is about the sentence here first.
		.toSorted((a, b) => Number(isAboutResponse(a.finding)) - Number(isAboutResponse(b.finding)));
	return found.flatMap(({ trace, finding }) => {
		const { start } = rangeOf(document, finding);
		const ours = diagnostics.filter(
			({ code, range: at }) => code === finding.code && at.start.line === start.line && at.start.character === start.character,
		);
		const args: FindingArguments = { ...findingKey(trace, finding), uri: analysed.key, range: quadOf(document, finding) };
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

/** What the sidecar knows a finding by. */
export function findingKey(
	{ id, response: { text, map } }: AnsweredTrace,
	{ code, start, end }: Finding,
): { trace: string; code: string; textSha256: string } {
	return { trace: id, code, textSha256: textSha256(text.slice(map.toText(start), map.toText(end))) };
}
