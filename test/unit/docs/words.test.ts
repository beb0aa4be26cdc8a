import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

/** What users read. */
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
	'docs/results/*.md',
	'docs/schemas/*.json',
];

/** Full tables of benches keep the names of their rows. */
const isFullTables = (file: string): boolean => file.endsWith('.tables.md');

/** Whether a line of a page is a row or a title of full tables. */
const isFromTables = (line: string): boolean => /^(?:\||\*\*)/.test(line);

test('what was retrieved is called a context, and not a passage: one word for one thing', () => {
	const files = read.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !isFullTables(file));
	assert.ok(files.length > 100, String(files.length));
	assert.deepEqual(
		files.flatMap((file) =>
			readFileSync(new URL(file, root), 'utf8')
				.split('\n')
				.flatMap((line, i) =>
					/passage/i.test(line) && !(file.startsWith('docs/results/') && isFromTables(line))
						? [`${file}:${i + 1}: ${line.trim().slice(0, 120)}`]
						: [],
				),
		),
		[],
	);
});

/** Words whose British spelling has been said; names in code, and the tag `memorised`, keep theirs. */
const british = /\b(?:cancell(?:ed|ing)|analys(?:ed|ing)|recognis(?:ed|es|ing)|behaviours?|any more|afterwards)\b/i;
/** Rooms whose sentences reach people. */
const speaking = ['src/**/*.ts', 'webview/**/*.ts', 'package.json', 'README.md', 'CONTRIBUTING.md', 'examples/*.md', 'docs/**/*.md'];

/** Attackers spell as they like: what their words are looked for by. */
const foreign = /^src\/methods\/memsad\/validation\//;

/** What of a line people read: of code, the texts in quotes that are no single word; of a document, all but its code. */
function prose(file: string, line: string): string[] {
	if (file.endsWith('.md')) return [line.replaceAll(/`[^`]*`/g, '')];
	if (/^\s*(?:\*|\/[/*])/.test(line)) return [];
	return [...line.matchAll(/(['"`])(?:(?!\1).)*\1/g)]
		.map(([text]) => text.replaceAll(/\$\{[^}]*\}/g, ''))
		.filter((text) => text.includes(' '));
}

/** Returns where people read a text that fits a pattern: file, line and the text's beginning. */
function placesOf(pattern: RegExp, files: readonly string[]): string[] {
	return files.flatMap((file) =>
		readFileSync(new URL(file, root), 'utf8')
			.split('\n')
			.flatMap((line, i) =>
				prose(file, line).flatMap((text) => (pattern.test(text) ? [`${file}:${i + 1}: ${text.trim().slice(0, 160)}`] : [])),
			),
	);
}

test('what people read is in American English', () => {
	assert.match('It was cancelled', british);
	assert.doesNotMatch('It was canceled, and nobody knows it anymore. How many more?', british);
	const files = speaking
		.flatMap((pattern) => globSync(pattern, { cwd: root }))
		.filter((file) => !isFullTables(file) && !foreign.test(file));
	assert.ok(files.length > 500, String(files.length));
	assert.deepEqual(placesOf(british, files), []);
});

/** Words that readers stumbled over. `--anew` and `Begin Anew…` are names. */
const stumbled = /\b(?:whom|thereof|cannot be told|so that nobody)\b|(?<!-|--changed |go-on, )\banew\b/;
/** Lists of words, what attackers write, and pages of mathematics. */
const lists =
	/^(?:src\/(?:methods\/(?:memsad\/validation|support|pearl\/words)|redteam\/memory\/injecmem|text)|docs\/methods\/(?:pearl|mirabel|memsad))/;

test('what people read has no word that readers stumbled over', () => {
	assert.match('Whose it is cannot be told: write it anew', stumbled);
	assert.doesNotMatch('Start again with --anew or --changed anew', stumbled);
	const files = speaking
		.flatMap((pattern) => globSync(pattern, { cwd: root }))
		.filter((file) => !isFullTables(file) && !lists.test(file.replaceAll('\\', '/')) && !file.startsWith('docs/results/'));
	assert.ok(files.length > 500, String(files.length));
	assert.deepEqual(placesOf(stumbled, files), []);
});
