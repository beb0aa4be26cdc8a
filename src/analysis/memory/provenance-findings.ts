import type { MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';

/** What speaks against an entry of a store whose entries are signed. */
export function provenanceFindings(state: MemoryScanRecord['provenance']): FoundInEntry[] {
	switch (state) {
		case 'altered':
			return [
				finding('provenance', 'rag-assay/memory-altered', {
					severity: 'error',
					message: 'It is not what was signed. Somebody changed the entry or its signature.',
				}),
			];
		case 'unknown-key':
			return [
				finding('provenance', 'rag-assay/memory-unknown-key', {
					message: 'It was signed with a key that is not on this machine, so nobody can say whether it has changed.',
				}),
			];
		case 'unsigned':
			return [
				finding('provenance', 'rag-assay/memory-unsigned', {
					message: 'Nobody has signed it, but other entries of this store are signed. Somebody else wrote it, or it was written later.',
				}),
			];
		case 'signed':
		case 'not-checked':
			return [];
	}
}
