import { basename } from 'node:path';
import { isInstructionFile } from '../../formats/memory/instruction-files.ts';
import { DocumentStore } from './document-store.ts';
import type { MemoryStore } from './memory-store.ts';
import { storePath } from './named-target.ts';

/** A memory that its first entry will make: nothing is in it. @param target a path at which nothing is yet */
export function storeToCome(target: string): MemoryStore {
	return new DocumentStore({
		kind: isInstructionFile(basename(storePath(target))) ? 'instructions' : 'jsonl',
		name: target,
		// oxlint-disable-next-line no-empty-function -- there is no document
		async *documents() {},
		remarks: () => [],
	});
}
