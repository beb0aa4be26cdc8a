import { DiagnosticSeverity, type Diagnostic, type DiagnosticRelatedInformation } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../formats/analysis-record.ts';
import type { DiagnosticData } from '../../protocol/commands.ts';
import { rangeOf } from './positions.ts';

export const diagnosticSource = 'RAG Assay';

/** Findings that are listed of one document: editors take seconds over thousands, and nobody reads them one by one. */
export const maxFindings = 500;

/** What is listed of a finding, whoever made it. */
export type ListedFinding = Pick<Finding, 'subject' | 'code' | 'severity' | 'message' | 'ignored' | 'start' | 'end'>;

const severities: Readonly<Record<Finding['severity'], DiagnosticSeverity>> = {
	error: DiagnosticSeverity.Error,
	warning: DiagnosticSeverity.Warning,
	info: DiagnosticSeverity.Information,
};

/**
 * Findings with a place in `document`, whatever they are about, as an editor lists them: ignored ones as hints, so that they can be taken back.
 * `related`: other places that belong to each of them, or to one.
 */
export function findingDiagnostics(
	document: TextDocument,
	found: readonly ListedFinding[],
	related: readonly DiagnosticRelatedInformation[] | ((finding: ListedFinding) => readonly DiagnosticRelatedInformation[]) = [],
): Diagnostic[] {
	return [
		...found
			.slice(0, maxFindings)
			.map((finding) => findingDiagnostic(document, finding, typeof related === 'function' ? related(finding) : related)),
		...furtherFindings(document, found.slice(maxFindings)),
	];
}

function findingDiagnostic(document: TextDocument, finding: ListedFinding, related: readonly DiagnosticRelatedInformation[]): Diagnostic {
	const { code, severity, message, ignored, subject } = finding;
	return {
		range: rangeOf(document, finding),
		source: diagnosticSource,
		code,
		severity: ignored ? DiagnosticSeverity.Hint : severities[severity],
		message: ignored ? `Ignored: ${message}` : message,
		data: { subject } satisfies DiagnosticData,
		...(related.length === 0 ? {} : { relatedInformation: [...related] }),
	};
}

/** One place for the findings that are not listed. */
function furtherFindings(document: TextDocument, further: readonly ListedFinding[]): Diagnostic[] {
	const [first] = further;
	if (first === undefined) return [];
	// Of responses alone there are colors and a command.
	const elsewhere = further.every(({ subject }) => subject.kind === 'trace')
		? ' The colors show where they are, and `rag-assay analyze` lists them all.'
		: '';
	return [
		{
			range: rangeOf(document, first),
			severity: DiagnosticSeverity.Information,
			source: diagnosticSource,
			message: `From here on ${further.length === 1 ? 'one more finding is' : `${further.length} more findings are`} not listed.${elsewhere}`,
		},
	];
}
