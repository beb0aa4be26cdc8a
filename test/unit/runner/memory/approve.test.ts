import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { approvalFile } from '../../../../src/formats/memory/approval-file.ts';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import { approveEntries } from '../../../../src/runner/memory/approve.ts';
import { loadApproval } from '../../../../src/runner/memory/scan-rules.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('two people who approve entries of one file at once have both approved theirs', async (t) => {
	const file = join(temporaryFolder(t), 'AGENTS.md');
	const texts = Array.from({ length: 6 }, (_, i) => `Rule number ${i} is to be kept.`);
	writeFileSync(file, texts.map((text) => `- ${text}\n`).join(''));
	const store = await openMemoryStore(file);
	t.after(() => store.close());
	const entries: MemoryEntry[] = [];
	for await (const batch of store.read({ batch: 10, signal: t.signal })) entries.push(...batch.entries);
	assert.deepEqual(
		entries.map(({ text }) => text),
		texts,
	);
	const wish = { when: '2026-11-23T12:00:00+01:00', write: true, isBenign: () => false };
	await Promise.all(entries.map(({ id }, i) => approveEntries(file, entries, { ...wish, who: `Person ${i}`, ids: new Set([id]) })));
	assert.deepEqual(
		(await loadApproval(file))?.entries.map(({ text, who }) => [text, who]),
		texts.map((text, i) => [text, `Person ${i}`]),
	);
});

test('of a folder, each file of instructions has what was approved of it beside it', async (t) => {
	const folder = temporaryFolder(t);
	for (const name of ['AGENTS.md', 'CLAUDE.md']) writeFileSync(join(folder, name), `- Keep ${name} short.\n`);
	const store = await openMemoryStore(folder);
	t.after(() => store.close());
	const entries: MemoryEntry[] = [];
	for await (const batch of store.read({ batch: 10, signal: t.signal })) entries.push(...batch.entries);
	const { approved, files } = await approveEntries(folder, entries, {
		who: 'Ada',
		when: '2026-12-01T12:00:00+01:00',
		write: true,
		ids: null,
		isBenign: () => false,
	});
	assert.equal(approved, 2);
	assert.deepEqual(files, ['AGENTS.md', 'CLAUDE.md'].map((name) => approvalFile(join(folder, name))).toSorted());
	assert.ok(files.every((file) => existsSync(file)));
});
