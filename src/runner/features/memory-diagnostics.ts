import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { plural } from '../../wording/plural.ts';
import type { CurrentMemory } from '../editor/memory-scans.ts';
import { diagnosticSource, findingDiagnostics } from './finding-diagnostics.ts';
import { placedEntries } from './memory-entries.ts';

/** Code of the remark that entries lie in quarantine. */
export const quarantineCode = 'rag-assay/memory-quarantined';

/** What is to be said about an open memory: what was flagged, why it was not scanned, and, as a hint, what lies in quarantine. */
export function memoryDiagnostics(document: TextDocument, current: CurrentMemory): Diagnostic[] {
	const found = placedEntries(current, document).flatMap(({ record, findings }) =>
		findings.map(({ finding: { code, severity, message, ignored }, range }) => ({
			subject: record.subject,
			code,
			severity,
			message,
			ignored,
			...range,
		})),
	);
	return [...findingDiagnostics(document, found), ...failureOf(current), ...quarantineOf(current)];
}

const head = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function failureOf({ failure }: CurrentMemory): Diagnostic[] {
	if (failure === null) return [];
	const { code, message, hint } = failure;
	return [
		{
			range: head,
			severity: DiagnosticSeverity.Warning,
			source: diagnosticSource,
			code,
			message: `Not scanned. ${message}${hint === undefined ? '' : ` ${hint}`}`,
		},
	];
}

function quarantineOf({ quarantined }: CurrentMemory): Diagnostic[] {
	if (quarantined.length === 0) return [];
	return [
		{
			range: head,
			severity: DiagnosticSeverity.Hint,
			source: diagnosticSource,
			code: quarantineCode,
			message: `${plural(quarantined.length, 'entry', 'entries')} of this file ${quarantined.length === 1 ? 'is' : 'are'} in quarantine.`,
		},
	];
}
