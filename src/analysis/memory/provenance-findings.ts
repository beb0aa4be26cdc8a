import type { MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';

/** What speaks against an entry of a store whose entries are signed. */
export function provenanceFindings(state: MemoryScanRecord['provenance']): FoundInEntry[] {
	switch (state) {
		case 'altered':
			return [
				finding('provenance', 'rag-assay/memory-altered', {
					severity: 'error',
					message: 'It is not what was signed: somebody has changed it, or its signature.',
				}),
			];
		case 'unknown-key':
			return [
				finding('provenance', 'rag-assay/memory-unknown-key', {
					message: 'It was signed with a key that is not here, so that nobody can say whether it is as it was.',
				}),
			];
		case 'unsigned':
			return [
				finding('provenance', 'rag-assay/memory-unsigned', {
					message: 'Nobody has signed it, and others of this store are signed: it was written by somebody else, or since.',
				}),
			];
		case 'signed':
		case 'not-checked':
			return [];
	}
}
