import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { withCharacterCodes } from '../../wording/character-codes.ts';
import { plural } from '../../wording/plural.ts';
import type { WireError } from '../../protocol/requests.ts';
import type { CurrentMemory } from '../editor/memory-scans.ts';
import { diagnosticSource, findingDiagnostics, mostFindings } from './finding-diagnostics.ts';
import { placedEntries, type PlacedEntry } from './memory-entries.ts';

/** Code of the remark that entries lie in quarantine. */
export const quarantineCode = 'rag-assay/memory-quarantined';

/** What is to be said about an open memory: what was flagged, why it was not scanned or not compared with queries, and, as a hint, what lies in quarantine. */
export function memoryDiagnostics(document: TextDocument, current: CurrentMemory): Diagnostic[] {
	const found = placedEntries(current, document).flatMap(({ record, findings }) =>
		findings.map(({ finding: { code, severity, message, ignored }, range }) => ({
			subject: record.subject,
			code,
			severity,
			message: withCharacterCodes(message),
			ignored,
			...range,
		})),
	);
	return [...findingDiagnostics(document, found), ...failureOf(current), ...historyErrorOf(current), ...quarantineOf(current)];
}

/** Whether every finding of these entries is among the problems of the document. */
export function listsAll(entries: readonly PlacedEntry[]): boolean {
	return entries.reduce((count, { findings }) => count + findings.length, 0) <= mostFindings;
}

const head = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function failureOf({ failure, store }: CurrentMemory): Diagnostic[] {
	if (failure === null) return [];
	const file = failure.place?.file;
	return [warning(failure, `Not scanned. ${file === undefined || file === store ? '' : `${file}: `}${sentencesOf(failure)}`)];
}

/** Rules judge all the same: it is said what does not. */
function historyErrorOf({ scanned, failure }: CurrentMemory): Diagnostic[] {
	const error = scanned?.historyError ?? null;
	if (error === null || failure !== null) return [];
	return [
		warning(
			error,
			`Only rules judge this memory: the query history ${error.place?.file ?? ''} cannot be used. ${sentencesOf(error)} Change the setting ragAssay.memory.history, or clear it.`,
		),
	];
}

function sentencesOf({ message, hint }: WireError): string {
	return withCharacterCodes(hint === undefined ? message : `${message} ${hint}`);
}

function warning({ code }: WireError, message: string): Diagnostic {
	return { range: head, severity: DiagnosticSeverity.Warning, source: diagnosticSource, code, message };
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
