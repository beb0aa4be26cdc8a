import { resolve } from 'node:path';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { MemoryFinding, MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import type { DocumentRange } from '../../formats/trace.ts';
import type { WireError } from '../../protocol/requests.ts';
import { plural, withCharacterCodes } from '../../wording/phrases.ts';
import { diagnosticSource, findingDiagnostics, maxFindings } from '../lsp/finding-diagnostics.ts';
import type { CurrentMemory } from './editor-scans.ts';

/** An entry of a scanned file where it stands in the open document, with what speaks against it. */
export interface PlacedEntry {
	readonly record: MemoryScanRecord;
	readonly range: DocumentRange;
	readonly findings: readonly { readonly finding: MemoryFinding; readonly range: DocumentRange }[];
}

/** Entries that still read as they were scanned, in the order of the document. */
export function placedEntries({ scanned, moved, store }: CurrentMemory, document: TextDocument): PlacedEntry[] {
	if (scanned === undefined || scanned.text === null) return [];
	const length = document.getText().length;
	const placed = (place: DocumentRange | null): DocumentRange | null => {
		const range = place === null ? null : moved(place);
		return range === null || range.end > length ? null : range;
	};
	const own = resolve(store);
	return scanned.records.flatMap((record): PlacedEntry[] => {
		// A file that this one imports is shown where it stands.
		if (record.place !== null && resolve(record.place.file) !== own) return [];
		const range = placed(record.place);
		if (range === null) return [];
		const findings = record.findings.map((finding) => ({ finding, range: placed(finding.place) ?? range }));
		return [{ record, range, findings }];
	});
}

/** Those that a range of the document touches. */
export function entriesTouching(entries: readonly PlacedEntry[], { start, end }: DocumentRange): PlacedEntry[] {
	return entries.filter(({ range }) => range.start <= end && start <= range.end);
}

/** Whether everything that speaks against an entry was marked benign by somebody. */
export function isBenign({ findings }: Pick<MemoryScanRecord, 'findings'>): boolean {
	return findings.length > 0 && findings.every(({ ignored }) => ignored);
}

/** Code of the remark that entries lie in quarantine. */
export const quarantineCode = 'rag-assay/memory-quarantined';

/** Whether a finding stands in Problems: what is only mentioned of the words of an entry that nothing else speaks against stands in its hover. */
function isListed({ flagged }: Pick<MemoryScanRecord, 'flagged'>, { reason, severity, ignored }: MemoryFinding): boolean {
	return flagged || ignored || reason !== 'validation' || severity !== 'info';
}

/** What is to be said about an open memory: what was flagged, why it was not scanned or not compared with queries, and, as a hint, what lies in quarantine. */
export function memoryDiagnostics(document: TextDocument, current: CurrentMemory): Diagnostic[] {
	const found = placedEntries(current, document).flatMap(({ record, findings }) =>
		findings
			.filter(({ finding }) => isListed(record, finding))
			.map(({ finding: { code, severity, message, ignored }, range }) => ({
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
	const findings = entries.flatMap(({ record, findings: own }) => own.map(({ finding }) => isListed(record, finding)));
	return findings.length <= maxFindings && findings.every(Boolean);
}

const head = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function failureOf({ failure, store }: CurrentMemory): Diagnostic[] {
	if (failure === null) return [];
	const file = failure.place?.file;
	return [warning(failure, `Not scanned. ${file === undefined || file === store ? '' : `${file}: `}${sentencesOf(failure)}`)];
}

/** Rules judge anyway: it is said what does not. */
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
