import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withMainTables } from '../../../lab/bench/results-pages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const benches = globSync('docs/results/*.tables.md', { cwd: root }).map((file) => file.slice('docs/results/'.length, -'.tables.md'.length));

/** What `wc -w` counts. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

test('each bench with full tables has a page that links to them, and the index links to the page', () => {
	assert.ok(benches.length > 10, `${benches.length} benches were found`);
	const index = read('docs/results.md');
	for (const name of benches) {
		assert.ok(read(`docs/results/${name}.md`).includes(`](${name}.tables.md)`), name);
		assert.ok(index.includes(`](results/${name}.md)`), name);
	}
	assert.equal(globSync('docs/results/*.md', { cwd: root }).length, 2 * benches.length);
});

test('main tables have the numbers of the full tables; if not, run lab/bench/write-results.ts', () => {
	for (const name of benches) {
		const page = read(`docs/results/${name}.md`);
		assert.equal(withMainTables(page, read(`docs/results/${name}.tables.md`)), page, name);
	}
});

/** Figures with three decimals in a text. */
const figuresIn = (text: string): string[] => text.match(/(?<![\d.,])\d\.\d{3}(?!\d)/g) ?? [];

/** What a page says that is no figure of its bench. */
const ofNoTable: Readonly<Record<string, readonly string[]>> = {
	// What is missed, if 0.724 are found.
	pii: ['0.276'],
	// A difference of two figures.
	'spad-detection': ['0.013'],
	// A setting.
	'spad-speed': ['0.001'],
};

test('each figure in the text of a page stands in its full tables, and each figure of the index in its page or these tables', () => {
	let checked = 0;
	for (const name of benches) {
		const page = read(`docs/results/${name}.md`);
		const tables = read(`docs/results/${name}.tables.md`);
		const figures = figuresIn(page.replaceAll(/<!-- from tables.*?<!-- end -->/gs, ''));
		checked += figures.length;
		assert.deepEqual([...new Set(figures.filter((figure) => !tables.includes(figure)))], ofNoTable[name] ?? [], name);
		const row = read('docs/results.md')
			.split('\n')
			.find((line) => line.includes(`](results/${name}.md)`));
		assert.deepEqual(
			figuresIn(row ?? '').filter((figure) => !`${page}${tables}`.includes(figure)),
			[],
			`${name} in docs/results.md`,
		);
	}
	assert.ok(checked > 100, `${checked} figures were found`);
});

test('every table of a page that has numbers of a bench says that it comes from the full tables', () => {
	for (const name of benches) {
		const page = read(`docs/results/${name}.md`);
		const unmarked = page.replaceAll(/<!-- from tables.*?<!-- end -->/gs, '');
		assert.doesNotMatch(unmarked, /<!--|^\|.*\d\.\d{3}/m, name);
	}
});

test('pages of results are short', () => {
	const long = ['docs/results.md', ...benches.map((name) => `docs/results/${name}.md`)]
		.map((file) => ({ file, words: wordsIn(read(file)) }))
		.filter(({ words }) => words > 800);
	assert.deepEqual(long, []);
});
