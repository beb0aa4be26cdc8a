import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { MemoryFinding, MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import type { DocumentRange } from '../../formats/trace.ts';
import type { CurrentMemory } from '../editor/memory-scans.ts';

/** An entry of a scanned file where it stands in the open document, with what speaks against it. */
export interface PlacedEntry {
	readonly record: MemoryScanRecord;
	readonly range: DocumentRange;
	readonly findings: readonly { readonly finding: MemoryFinding; readonly range: DocumentRange }[];
}

/** Entries that still read as they were scanned, in the order of the document. */
export function placedEntries({ scanned, moved }: CurrentMemory, document: TextDocument): PlacedEntry[] {
	if (scanned === undefined || scanned.text === null) return [];
	const length = document.getText().length;
	const placed = (place: DocumentRange | null): DocumentRange | null => {
		const range = place === null ? null : moved(place);
		return range === null || range.end > length ? null : range;
	};
	return scanned.records.flatMap((record): PlacedEntry[] => {
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
