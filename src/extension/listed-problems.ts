import * as vscode from 'vscode';
import { subjectOfDiagnostic } from '../protocol/commands.ts';
import type { SubjectKey } from '../formats/subject.ts';

/** An entry of ours in Problems. */
export interface ListedProblem {
	/** Of a finding `rag-assay/…`, of a failure `RA…`, otherwise empty. */
	readonly code: string;
	/** `hint`: a finding that somebody ignores, or an unimportant remark. */
	readonly severity: 'error' | 'warning' | 'information' | 'hint';
	/** What a finding is about. Absent for what is no finding. */
	readonly subject?: SubjectKey;
	readonly range: vscode.Range;
	readonly message: string;
}

const source = 'RAG Assay';

const severities = {
	[vscode.DiagnosticSeverity.Error]: 'error',
	[vscode.DiagnosticSeverity.Warning]: 'warning',
	[vscode.DiagnosticSeverity.Information]: 'information',
	[vscode.DiagnosticSeverity.Hint]: 'hint',
} as const;

/** Returns what Problems lists of ours about a document, open or not. */
export function listedProblems(uri: vscode.Uri): ListedProblem[] {
	return vscode.languages.getDiagnostics(uri).flatMap((diagnostic) => {
		if (diagnostic.source !== source) return [];
		const { code, severity, range, message } = diagnostic;
		const subject = subjectOfDiagnostic(diagnostic);
		return [
			{
				code: String(typeof code === 'object' ? code.value : (code ?? '')),
				severity: severities[severity],
				range,
				message,
				...(subject === undefined ? {} : { subject }),
			},
		];
	});
}

/** A finding about a trace that nobody ignores. */
export type TraceFinding = ListedProblem & { readonly subject: SubjectKey };

/** Returns the findings about the traces of a document, in its order, without ignored ones. */
export function traceFindings(uri: vscode.Uri): TraceFinding[] {
	return listedProblems(uri)
		.filter((one): one is TraceFinding => one.subject?.kind === 'trace' && one.severity !== 'hint')
		.toSorted((a, b) => a.range.start.compareTo(b.range.start));
}
