import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const docs = readFileSync(new URL('docs/errors.md', root), 'utf8');
const documented = [...docs.matchAll(/^\| (RA\d{3}) \|/gm)].map((m) => m[1]!);

test('each code of the source is in docs/errors.md, and each one there in the source', () => {
	const used = new Set(
		globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
			[...readFileSync(new URL(file, root), 'utf8').matchAll(/'(RA\d{3})'/g)].map((m) => m[1]!),
		),
	);
	assert.deepEqual(documented.toSorted(), [...used].toSorted());
});

test('each stands once, in order, below the head of its room', () => {
	assert.deepEqual(documented, [...new Set(documented)].toSorted());
	for (const section of docs.split(/^## /m).slice(1)) {
		const room = /^(\d)xx/.exec(section)?.[1];
		for (const [, digit] of section.matchAll(/^\| RA(\d)\d\d \|/gm)) assert.equal(digit, room);
	}
});
