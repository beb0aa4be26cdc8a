import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Pages that code names, and the files that name them. */
const named = globSync('{src,webview,scripts,test,lab}/**/*.ts', { cwd: root }).flatMap((file) =>
	[...readFileSync(join(root, file), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => ({ file, page })),
);

test('pages that code refers to are there', () => {
	assert.ok(named.length > 50, `${named.length} references were found`);
	assert.deepEqual(
		named.filter(({ page }) => !existsSync(join(root, page))),
		[],
	);
});

test('pages that docs refer to are there', () => {
	const links = globSync('{README,CONTRIBUTING,CHANGELOG}.md', { cwd: root })
		.concat(globSync('{docs,examples,models}/**/*.md', { cwd: root }))
		.flatMap((file) =>
			[...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => ({
				file,
				to: to!,
			})),
		);
	assert.ok(links.length > 50, `${links.length} links were found`);
	assert.deepEqual(
		links.filter(({ file, to }) => !existsSync(join(root, dirname(file), to))),
		[],
	);
});

/** The anchors of a page's headings, as GitHub and VS Code make them. */
const anchorsOf = (page: string): string[] =>
	[...page.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
			.replaceAll(' ', '-'),
	);

test('headings that pages link to are there', () => {
	const links = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs,examples,models}/**/*.md', { cwd: root })].flatMap((file) =>
		[...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)]+)\)/g)].map(([, page, anchor]) => ({
			file,
			to: page === '' ? file : join(dirname(file), page!),
			anchor: anchor!,
		})),
	);
	assert.ok(links.length > 50, `${links.length} links were found`);
	assert.deepEqual(
		links.filter(({ to, anchor }) => to.endsWith('.md') && !anchorsOf(readFileSync(join(root, to), 'utf8')).includes(anchor)),
		[],
	);
});

test('code that pages refer to is there', () => {
	const files = ['CONTRIBUTING.md', 'README.md', ...globSync('{docs,examples,lab,models,test}/**/*.md', { cwd: root })].flatMap((page) =>
		[...readFileSync(join(root, page), 'utf8').matchAll(/`((?:src|webview|test|scripts|models|lab)\/[\w./@-]+)`/g)].map(([, path]) => ({
			page,
			path: path!,
		})),
	);
	assert.ok(files.length > 30, `${files.length} references were found`);
	assert.deepEqual(
		// `NAME` stands for one that somebody adds; pictures are what a run of tests leaves.
		files.filter(({ path }) => !path.includes('NAME') && path !== 'test/e2e/screenshots/' && !existsSync(join(root, path))),
		[],
	);
});
