import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');

test('docs/testing.md says of each folder with slow tests why they are slow, and names the smaller case', () => {
	const [, section = ''] = /^## Slow tests\n([^]*?)^## /m.exec(read('docs/testing.md')) ?? [];
	const places = Array.from(section.matchAll(/^\| (`test\/.*?) \|/gm), ([, cell]) => cell!).flatMap((cell) =>
		Array.from(cell.matchAll(/`(.+?)`/g), ([, place]) => place!),
	);
	const files = globSync('test/**/*.test.ts', { cwd: root })
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => /^import .*\b(slowTest|exportTest)\b.* from /m.test(read(file)));
	assert.ok(files.length > 20);
	// `scripts/test-e2e.ts` leaves out whole files.
	files.push('test/e2e/heatmap.test.ts');
	const isIn = (file: string, place: string): boolean => file.startsWith(`${place}/`) || file === place;
	assert.deepEqual(
		files.filter((file) => !places.some((place) => isIn(file, place))),
		[],
		'files with slow tests that no row of the table names',
	);
	assert.deepEqual(
		places.filter((place) => !files.some((file) => isIn(file, place))),
		[],
		'rows without a slow test',
	);
	const runnerFilesWithoutQuickTest = files.filter((file) => file.startsWith('test/runner/') && !/^\s*(?:test|it)\(/m.test(read(file)));
	assert.deepEqual(
		runnerFilesWithoutQuickTest.filter((file) => !places.includes(file)),
		[],
		'files of the runner without a quick test, which need a row of their own',
	);
});
