import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

/** What users read; tables of benches keep the names of their rows. */
const read = [
	'src/extension/**/*.ts',
	'src/cli/**/*.ts',
	'src/protocol/**/*.ts',
	'src/runner/**/*.ts',
	'webview/**/*.ts',
	'package.json',
	'README.md',
	'examples/*.md',
	'docs/*.md',
	'docs/schemas/*.json',
];
const tables = ['docs/results.md'];

test('what was retrieved is called a context, and not a passage: one word for one thing', () => {
	const files = read.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !tables.includes(file));
	assert.ok(files.length > 100, String(files.length));
	assert.deepEqual(
		files.flatMap((file) =>
			readFileSync(new URL(file, root), 'utf8')
				.split('\n')
				.flatMap((line, i) => (/passage/i.test(line) ? [`${file}:${i + 1}: ${line.trim().slice(0, 120)}`] : [])),
		),
		[],
	);
});
