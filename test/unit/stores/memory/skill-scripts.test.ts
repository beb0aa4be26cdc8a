import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { instructionFiles } from '../../../../src/stores/memory/instruction-folder.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { collect } from './store-contract.ts';

function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
	const folder = realpathSync(temporaryFolder(t, 'rag-assay-skills-'));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

async function scriptsIn(target: string): Promise<string[]> {
	const store = await openMemoryStore(target);
	try {
		const batches = await collect(store, 10);
		return batches.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'script').map(({ text }) => text));
	} finally {
		await store.close();
	}
}

const files = {
	'skills/pdf/SKILL.md': 'Run `scripts/merge.py`.',
	'skills/pdf/scripts/merge.py': "print('merge')\n",
	'skills/pdf/scripts/deep/clean.sh': '#!/bin/sh\ntrue\n',
	'skills/pdf/scripts/empty.py': '\n',
	'skills/pdf/node_modules/a/index.js': 'module.exports = 1;\n',
	'skills/pdf/logo.svg': '<svg/>',
	'AGENTS.md': 'Use tabs.',
	'src/index.ts': 'export {};\n',
};

test('scripts below the folder of a skill are read, each as one entry; other programs of a project are not', async (t) => {
	const folder = folderWith(t, files);
	const both = [files['skills/pdf/scripts/deep/clean.sh'], files['skills/pdf/scripts/merge.py']];
	assert.deepEqual(await scriptsIn(folder), both);
	assert.deepEqual(await scriptsIn(join(folder, 'skills/pdf')), both);
	assert.deepEqual(await scriptsIn(join(folder, 'skills/pdf/SKILL.md')), both);
	assert.deepEqual(await scriptsIn(join(folder, 'AGENTS.md')), []);
});

test('a script that a link leads to is read within the folder, and named outside of it', async (t) => {
	const folder = folderWith(t, { 'a/SKILL.md': 'Run `x.sh`.', 'a/own.py': 'pass\n', 'outside/y.sh': 'true\n' });
	symlinkSync('own.py', join(folder, 'a/linked.py'));
	symlinkSync('../outside/y.sh', join(folder, 'a/x.sh'));
	const found = await instructionFiles(join(folder, 'a'), new AbortController().signal);
	assert.deepEqual(
		found.map(({ path, error }) => [path, error?.message ?? null]),
		[
			['SKILL.md', null],
			['own.py', null],
			['linked.py', null],
			['x.sh', 'This link leads out of the scanned folder. What it leads to was not read.'],
		],
	);
});

test('of many hundred scripts the first are read, and the scan says that the others are not', async (t) => {
	const folder = folderWith(t, {
		'SKILL.md': 'Run one.',
		...Object.fromEntries(Array.from({ length: 503 }, (_, i) => [`s/${String(i).padStart(3, '0')}.py`, `print(${i})\n`])),
	});
	const found = await instructionFiles(folder, new AbortController().signal);
	assert.equal(found.filter(({ error }) => error === null).length, 501);
	assert.deepEqual(
		found.flatMap(({ error }) => (error === null ? [] : [error.message])),
		['More than 500 scripts belong to skills here. This one and those behind it were not read.'],
	);
});
