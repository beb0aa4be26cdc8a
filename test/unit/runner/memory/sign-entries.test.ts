import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import { entryDigest } from '../../../../src/methods/memsad/provenance.ts';
import { signEntries } from '../../../../src/runner/memory/sign-entries.ts';
import { SignatureStore } from '../../../../src/runner/memory/signature-store.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { emptyFolder } from '../../lm/safety/folder-builder.ts';

const { signal } = new AbortController();
const when = '2026-11-23T12:00:00Z';

test('an entry that is signed alone keeps what it was made from, and so does one that is signed again when the store no longer says it', async () => {
	const file = join(emptyFolder(), 'memory.jsonl');
	writeFileSync(file, '{"id":"a","text":"Ada likes tea."}\n{"id":"b","text":"Ada drinks tea at nine.","made_from":["a"]}\n');
	const store = await openMemoryStore(file);
	const entries: MemoryEntry[] = [];
	for await (const batch of store.read({ batch: 10, signal })) entries.push(...batch.entries);
	await store.close();
	const [source, made] = [entries[0]!, entries[1]!];
	const signatures = new SignatureStore(emptyFolder());
	const sign = async (entry: MemoryEntry, sources: readonly MemoryEntry[]): Promise<readonly string[]> => {
		await signEntries(signatures, file, [entry], { who: 'Ada', when, write: true, rotate: false, isNamed: true, sources, signal });
		return (await signatures.signatures(file))!.signatures.find(({ id }) => id === entry.id)!.madeFrom;
	};
	assert.deepEqual(await sign(made, [source]), [entryDigest(source)]);
	// Its history was cut off, as in a database; the record is the same.
	assert.deepEqual(await sign({ ...made, madeFrom: [] }, []), [entryDigest(source)]);
});
