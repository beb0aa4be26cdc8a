import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
	appendDurably,
	ChangedMeanwhile,
	makeFolderDurably,
	realSystem,
	replaceDurably,
	sweepDrafts,
	writeDurably,
	type WritingSystem,
} from '../../../src/files/durable-file.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';

test('what is appended stands behind what was there; nothing is made, and nothing but a file is written to', async () => {
	const folder = emptyFolder();
	const file = join(folder, 'a');
	await assert.rejects(appendDurably(file, Buffer.from('x')), { code: 'ENOENT' });
	writeFileSync(file, 'before\n');
	await appendDurably(file, Buffer.from('after\n'));
	assert.equal(readFileSync(file, 'utf8'), 'before\nafter\n');
	await assert.rejects(appendDurably(folder, Buffer.from('x')), { code: 'EISDIR' });
});

test('nothing is appended to a file that another program has written since it was read', async () => {
	const file = join(emptyFolder(), 'a');
	writeFileSync(file, 'read\nof another\n');
	await assert.rejects(appendDurably(file, Buffer.from('ours\n'), { size: 'read\n'.length }), ChangedMeanwhile);
	assert.equal(readFileSync(file, 'utf8'), 'read\nof another\n');
	await appendDurably(file, Buffer.from('ours\n'), { size: 'read\nof another\n'.length });
	assert.equal(readFileSync(file, 'utf8'), 'read\nof another\nours\n');
});

test('a new file takes the place of none that another program made meanwhile, also where files have one name only', async () => {
	const noSecondNames = {
		...realSystem,
		link: async () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' })),
	};
	for (const system of [realSystem, noSecondNames]) {
		const folder = emptyFolder();
		const file = join(folder, 'a');
		await replaceDurably(file, 'first', { isNew: true }, system);
		await assert.rejects(replaceDurably(file, 'second', { isNew: true }, system), { code: 'EEXIST' });
		assert.equal(readFileSync(file, 'utf8'), 'first');
		assert.deepEqual(readdirSync(folder), ['a']);
	}
});

test('a file is written whole or not at all, for its owner alone, and leaves no draft', async () => {
	const folder = emptyFolder();
	const file = join(folder, 'a');
	await writeDurably(file, 'first');
	if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
	const broken = { ...realSystem, rename: async () => Promise.reject(new Error('no power')) };
	await assert.rejects(writeDurably(file, 'second', broken), /no power/);
	assert.equal(readFileSync(file, 'utf8'), 'first');
	mkdirSync(join(folder, 'b'));
	await assert.rejects(writeDurably(join(folder, 'b'), 'x'));
	assert.deepEqual(readdirSync(folder).toSorted(), ['a', 'b']);
});

test('a folder is made for its owner alone, and what holds each new one is synced', {
	skip: process.platform === 'win32' && 'no modes, no syncing',
}, async () => {
	const folder = emptyFolder();
	const opened: string[] = [];
	const system: WritingSystem = {
		...realSystem,
		open: async (path, flags, mode) => {
			opened.push(path);
			return realSystem.open(path, flags, mode);
		},
	};
	await makeFolderDurably(join(folder, 'a', 'b'), system);
	assert.deepEqual(opened, [join(folder, 'a'), folder]);
	assert.deepEqual(
		['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777),
		[0o700, 0o700],
	);
	await makeFolderDurably(join(folder, 'a', 'b'), system);
	assert.equal(opened.length, 2, 'what was there already is left as it was');
	writeFileSync(join(folder, 'file'), '');
	await assert.rejects(makeFolderDurably(join(folder, 'file'), system), { code: 'EEXIST' });
});

test('drafts that killed writers of a file have left are swept, and nothing else', async () => {
	const folder = emptyFolder();
	const file = join(folder, 'memory.jsonl');
	const stay = ['memory.jsonl', 'memory.jsonl.draft', 'memory.jsonl.mine.draft', `other.jsonl.${randomUUID()}.draft`];
	for (const name of [...stay, `memory.jsonl.${randomUUID()}.draft`, `memory.jsonl.${randomUUID()}.draft`])
		writeFileSync(join(folder, name), '');
	await sweepDrafts(file);
	assert.deepEqual(readdirSync(folder).toSorted(), stay.toSorted());
});
