import type { WritingSystem } from '../../src/files/durable-file.ts';
import { quarantineEntry } from '../../src/runner/memory/quarantine.ts';
import { restoreEntries } from '../../src/runner/memory/restore.ts';
import { openMemoryStore } from '../../src/stores/memory/open-store.ts';

const { signal } = new AbortController();

/** Takes an entry out of a memory file, or puts it back. */
export async function move(file: string, what: 'quarantine' | 'restore', id: string, system?: WritingSystem): Promise<void> {
	const wish = { who: 'Ada', when: '2026-11-23T12:00:00Z', write: true, signal, ...(system === undefined ? {} : { system }) };
	if (what === 'restore') await restoreEntries(file, [id], wish);
	else await quarantineEntry(file, () => entryOf(file, id), { ...wish, reason: 'planted' });
}

async function entryOf(file: string, id: string) {
	const store = await openMemoryStore(file);
	try {
		for await (const { entries } of store.read({ batch: 100, signal })) {
			const found = entries.find((entry) => entry.id === id);
			if (found !== undefined) return found;
		}
		throw new Error(`no entry ${id}`);
	} finally {
		await store.close();
	}
}
