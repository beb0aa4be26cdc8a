import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorNumbers } from '../../../src/error-numbers.ts';

const root = new URL('../../../', import.meta.url);
const docs = readFileSync(new URL('docs/errors.md', root), 'utf8');
const documented = [...docs.matchAll(/^\| (RA\d{3}) \|/gm)].map((m) => m[1]!);

const sources = ['src/**/*.ts', 'webview/**/*.ts']
	.flatMap((pattern) => globSync(pattern, { cwd: root }))
	.filter((file) => file.replaceAll('\\', '/') !== 'src/error-numbers.ts')
	.map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

test('each number is in docs/errors.md, each one there has a name, and they are in order', () => {
	assert.deepEqual(Object.values(errorNumbers), documented);
});

test('each name is used, and no number is written out', () => {
	const used = new Set(sources.flatMap(({ text }) => Array.from(text.matchAll(/\berrorNumbers\.(\w+)/g), ([, name]) => name!)));
	assert.deepEqual([...used].toSorted(), Object.keys(errorNumbers).toSorted());
	assert.deepEqual(
		sources.flatMap(({ file, text }) => Array.from(text.matchAll(/['"]RA\d{3}['"]/g), ([number]) => `${file}: ${number}`)),
		[],
	);
});

test('each stands once, in order, below the head of its room', () => {
	assert.deepEqual(documented, [...new Set(documented)].toSorted());
	for (const section of docs.split(/^## /m).slice(1)) {
		const room = /^(\d)xx/.exec(section)?.[1];
		for (const [, digit] of section.matchAll(/^\| RA(\d)\d\d \|/gm)) assert.equal(digit, room);
	}
});
