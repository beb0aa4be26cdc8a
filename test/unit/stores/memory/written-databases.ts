import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';
import type { MemoryStore, StoreOpener } from '../../../../src/stores/memory/memory-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Databases that the real tools wrote, with what these say of them: `test/fixtures/memory-databases/write.py`. */
const fixtures = fileURLToPath(new URL('../../../fixtures/memory-databases/', import.meta.url));

export interface Expected {
	readonly mem0: {
		readonly entries: readonly { readonly id: string; readonly text: string; readonly user: string }[];
		readonly history: readonly {
			readonly id: string;
			readonly memory_id: string;
			readonly old_memory: string | null;
			readonly new_memory: string | null;
			readonly event: string;
		}[];
	};
	readonly langgraph: {
		readonly entries: readonly { readonly namespace: string; readonly key: string; readonly value: Record<string, unknown> }[];
	};
	readonly chroma: {
		readonly entries: readonly {
			readonly collection: string;
			readonly id: string;
			readonly text: string;
			readonly metadata: Record<string, unknown> | null;
		}[];
		readonly lingering: readonly string[];
	};
	readonly lancedb: { readonly entries: readonly { readonly id: string; readonly text: string }[] };
}

export const expected: Expected = JSON.parse(await readFile(join(fixtures, 'expected.json'), 'utf8')) as Expected;

/** Path of a copy that this test file alone uses. */
export async function copyOf(name: string): Promise<string> {
	const folder = temporaryFolder({ after }, 'rag-assay-databases-');
	await cp(join(fixtures, name), join(folder, name), { recursive: true });
	return join(folder, name);
}

/** Opens what is there. */
export async function opened(opener: StoreOpener, target: string): Promise<MemoryStore> {
	const store = await opener.open(target, { signal: new AbortController().signal });
	if (store === null) throw new Error(`no ${opener.kind}: ${target}`);
	return store;
}
