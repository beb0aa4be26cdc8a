import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface SourceFile {
	readonly lines: number;
	/** What it imports from our files, values apart from types. */
	readonly values: ReadonlySet<string>;
	readonly all: ReadonlySet<string>;
}

const files: ReadonlyMap<string, SourceFile> = new Map(
	globSync('{src,webview}/**/*.ts', { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.map((path) => {
			const source = readFileSync(`${root}${path}`, 'utf8');
			const [values, all] = [new Set<string>(), new Set<string>()];
			for (const [, type, specifier = ''] of source.matchAll(/^(?:import|export)( type)?[^;]*? from '(\.[^']+)'/gms)) {
				const target = posix.join(dirname(path), specifier);
				all.add(target);
				if (type === undefined) values.add(target);
			}
			return [path, { lines: source.split('\n').length - 1, values, all }] as const;
		}),
);

/** Small files that only one file of their folder imports, with the reason that each is a file of its own. */
const smallOnPurpose: Readonly<Record<string, string>> = {
	'src/extension/commands/queries.ts': 'each group of commands has a file',
	'src/model-process/parent-watch.ts': 'a test runs it in a process of its own',
};

test('a small file has more than one importer, or one in another folder', () => {
	const importers = new Map<string, string[]>();
	for (const [path, { all }] of files) for (const target of all) importers.set(target, [...(importers.get(target) ?? []), path]);
	const found = [...files].filter(([path, { lines }]) => {
		if (!path.startsWith('src/')) return false;
		const by = importers.get(path) ?? [];
		return lines < 25 && by.length === 1 && dirname(by[0]!) === dirname(path);
	});
	assert.deepEqual(found.map(([path]) => path).toSorted(), Object.keys(smallOnPurpose).toSorted());
});

test('files are neither many nor tiny', () => {
	const lines = [...files].flatMap(([path, file]) => (path.startsWith('src/') ? [file.lines] : [])).toSorted((a, b) => a - b);
	assert.ok(lines.length > 500 && lines.length <= 1340, `${lines.length} files in src`);
	const median = lines[Math.floor(lines.length / 2)]!;
	assert.ok(median >= 72, `a median of ${median} lines`);
	const tiny = lines.filter((count) => count <= 20).length / lines.length;
	assert.ok(tiny <= 0.1, `a share of ${tiny.toFixed(3)} has 20 lines or less`);
	const runner = [...files.keys()].filter((path) => path.startsWith('src/runner/')).length;
	assert.ok(runner <= 168, `${runner} files in src/runner`);
});

test('no two folders of the runner import each other', () => {
	const edges = new Set<string>();
	for (const [path, { all }] of files) {
		for (const target of all) {
			if (path.startsWith('src/runner/') && target.startsWith('src/runner/') && dirname(path) !== dirname(target))
				edges.add(`${dirname(path)} ${dirname(target)}`);
		}
	}
	assert.ok(edges.size > 20, `only ${edges.size} imports between folders were found`);
	assert.deepEqual(
		[...edges].filter((edge) => edges.has(edge.split(' ').toReversed().join(' '))),
		[],
	);
});

test('no files import values of each other in a circle', () => {
	const state = new Map<string, 'open' | 'done'>();
	const circles: string[] = [];
	const visit = (path: string, way: readonly string[]): void => {
		if (state.get(path) === 'done') return;
		if (state.get(path) === 'open') {
			circles.push([...way.slice(way.indexOf(path)), path].join(' -> '));
			return;
		}
		state.set(path, 'open');
		for (const target of files.get(path)?.values ?? []) visit(target, [...way, path]);
		state.set(path, 'done');
	};
	for (const path of files.keys()) visit(path, []);
	assert.deepEqual(circles, []);
});
