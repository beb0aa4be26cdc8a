import assert from 'node:assert/strict';
import { terminalAdvice } from '../../../../src/wording/memory-phrases.ts';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { measured } from '../../../../src/analysis/memory/measured-entry.ts';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import { signatureRemarks } from '../../../../src/runner/memory/signature-remarks.ts';
import { SignatureStore } from '../../../../src/runner/memory/signature-store.ts';
import { signEntries } from '../../../../src/runner/memory/sign.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';

const { signal } = new AbortController();
const wish = { who: 'Ada', when: '2026-11-23T12:00:00Z', write: true, rotate: false, ids: null, taken: [], signal };

async function entriesOf(file: string): Promise<MemoryEntry[]> {
	const store = await openMemoryStore(file);
	const found: MemoryEntry[] = [];
	for await (const { entries } of store.read({ batch: 10, signal })) found.push(...entries);
	await store.close();
	return found;
}

async function remarks(store: SignatureStore, target: string, taken: { id: string }[] = []): Promise<string[]> {
	const entries = (await entriesOf(target)).map((entry) => measured(entry, null));
	const stream = async function* () {
		yield* entries;
	};
	return (await signatureRemarks(stream(), { target, store, taken, advice: terminalAdvice })).map(({ message }) => message);
}

const line = (id: string, text = `Entry ${id}.`): string => `${JSON.stringify({ id, text })}\n`;

function fileOf(text: string): string {
	const file = join(emptyFolder(), 'memory.jsonl');
	writeFileSync(file, text);
	return file;
}

test('signed entries that are gone are told, until the whole store is signed again', async () => {
	const store = new SignatureStore(emptyFolder());
	const file = fileOf(['a', 'b', 'c', 'd'].map((id) => line(id)).join(''));
	await signEntries(store, file, await entriesOf(file), wish);
	assert.deepEqual(await remarks(store, file), []);
	// An altered one is not gone, and one in quarantine is where somebody wants it.
	writeFileSync(file, line('a') + line('b', 'Another.'));
	assert.deepEqual(await remarks(store, file, [{ id: 'd' }]), [`1 signed entry is no longer in ${file}: 'c'.`]);
	await signEntries(store, file, await entriesOf(file), { ...wish, ids: new Set(['a']) });
	assert.equal((await remarks(store, file)).length, 1);
	await signEntries(store, file, await entriesOf(file), wish);
	assert.deepEqual(await remarks(store, file), []);
});

test('of a copy that nobody has signed it is told where its entries are', async () => {
	const data = emptyFolder();
	const store = new SignatureStore(data);
	const file = fileOf(line('a') + line('b'));
	const copy = fileOf(line('a') + line('b') + line('c'));
	assert.deepEqual(await remarks(store, copy), []);
	await signEntries(store, file, await entriesOf(file), wish);
	assert.deepEqual(await remarks(store, copy), [
		`Nobody has signed ${copy}, but 2 of its 3 entries are signed in ${file}: Signatures belong to a path, so a copy has none.`,
	]);
	assert.deepEqual(await remarks(store, fileOf(line('x', 'Something else.'))), []);
	const [name] = readdirSync(join(data, 'memory/signatures'));
	writeFileSync(join(data, 'memory/signatures', name!), '{');
	const [broken, ...others] = await remarks(store, copy);
	assert.match(broken!, /cannot be read/);
	assert.deepEqual(others, []);
});
