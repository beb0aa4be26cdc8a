import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { traceFiles } from '../../../src/cli/trace-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = temporaryFolder({ after }, 'traces-');
const at = (...names: string[]) => join(root, ...names);
before(() => {
	for (const folder of ['b', '.hidden', 'node_modules', 'empty', 'set']) mkdirSync(at(folder));
	for (const file of [
		'z.rag.md',
		'b/a.rag.md',
		'b/pair.prompt.md',
		'b/pair.response.md',
		'b/alone.prompt.md',
		'b/notes.md',
		'.hidden/x.rag.md',
		'node_modules/y.rag.md',
		'set/response.jsonl',
		'set/source_info.jsonl',
		'b/response.jsonl',
	])
		writeFileSync(at(file), '');
});

test('a folder gives its traces by name, a pair by its prompt; a prompt without a response is another tool\u2019s', () => {
	assert.deepEqual(
		traceFiles([root], { dataSets: true }).map(({ path }) => path),
		[at('b', 'a.rag.md'), at('b', 'pair.prompt.md'), at('z.rag.md')],
	);
});

test('a file is taken as it is named, once', () => {
	assert.deepEqual(traceFiles([at('b', 'alone.prompt.md'), at('z.rag.md'), root], { dataSets: true }), [
		{ path: at('b', 'alone.prompt.md'), named: true },
		{ path: at('z.rag.md'), named: true },
		{ path: at('b', 'a.rag.md'), named: false },
		{ path: at('b', 'pair.prompt.md'), named: false },
	]);
});

test('a data set is read where its folder or file is named, not wherever it lies below', () => {
	assert.deepEqual(traceFiles([at('set')], { dataSets: true }), [{ path: at('set', 'response.jsonl'), named: false }]);
	assert.deepEqual(traceFiles([at('set', 'response.jsonl')], { dataSets: false }), [{ path: at('set', 'response.jsonl'), named: true }]);
	assert.throws(() => traceFiles([at('set')], { dataSets: false }), {
		code: 'RA702',
		message: 'The folder has no traces: expected `*.rag.md`, or pairs of `NAME.prompt.md` and `NAME.response.md`.',
	});
	// One half alone is another tool's file.
	assert.deepEqual(
		traceFiles([at('b')], { dataSets: true }).map(({ path }) => path),
		[at('b', 'a.rag.md'), at('b', 'pair.prompt.md')],
	);
});

test('what is not there and a folder without traces are errors with their place', () => {
	assert.throws(() => traceFiles([at('none.rag.md')], { dataSets: true }), { code: 'RA701', place: { file: at('none.rag.md') } });
	assert.throws(() => traceFiles([at('empty')], { dataSets: true }), { code: 'RA702', place: { file: at('empty') } });
	// Windows lets few users make links.
	if (process.platform === 'win32') return;
	symlinkSync(at('none.rag.md'), at('link.rag.md'));
	assert.throws(() => traceFiles([at('link.rag.md')], { dataSets: true }), { code: 'RA701', message: 'This link leads to nothing.' });
});
