import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { instructions } from '../../../../src/stores/memory/instructions-opener.ts';
import { letta } from '../../../../src/stores/memory/open-store.ts';
import type { MemoryStore, StoreOpener } from '../../../../src/stores/memory/memory-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { collect, describeStore } from './store-contract.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = temporaryFolder({ after }, 'document-stores-');

const project = join(fixtures, 'project');
const files = ['AGENTS.md', '.cursor/rules/style.mdc', '.github/copilot-instructions.md', 'skills/release/SKILL.md'].map((file) =>
	join(project, file),
);

/** Written down by hand, from what stands in the files. */
const agents = [
	'Working here',
	'Use `npm test` before a commit. It takes a minute,\nand says what to do.',
	'Small commits',
	'Messages say why',
	'not what',
	'Release',
	'Count the version up',
	'Tag it',
	'```sh\nnpm run release\n\ngit push --tags\n```',
	'Quoted advice',
	'over two lines',
	'| command | what |',
	'| build | bundles |',
	'Closing words.',
];
const style = ['Style of "all" code', '*.ts,*.tsx\n# a comment that a model reads', '- style\n  - format', 'true', 'Tabs, single quotes.'];
const copilot = ['Copilot', 'Answer in English.\r\nAlways.', 'One', 'Two'];
const skill = ['release', 'How a release is made.', 'Ask before you publish.'];
const unescaped = (words: string): string => (words.includes('\\"') ? String(JSON.parse(`"${words}"`)) : words);

describeStore({
	name: 'a project',
	kind: 'instructions',
	open: () => opened(instructions, project),
	texts: [...agents, ...style, ...copilot, ...skill],
	files,
	read: unescaped,
	openFile: (file) => opened(instructions, file),
	broken: {
		open: () => {
			const copy = join(folder, 'broken');
			mkdirSync(join(copy, 'memory/large'), { recursive: true });
			writeFileSync(join(copy, 'memory/large/notes.md'), 'x'.repeat(5 * 2 ** 20));
			writeFileSync(
				join(copy, 'CLAUDE.md'),
				Buffer.concat([Buffer.from('Good.\n\nBytes '), Buffer.from([0xff, 0xfe]), Buffer.from('.\n')]),
			);
			return opened(instructions, copy);
		},
		texts: ['Good.', 'Bytes \uFFFD\uFFFD.'],
	},
});

describeStore({
	name: 'a file',
	kind: 'instructions',
	open: () => opened(instructions, files[0]!),
	texts: agents,
	files: [files[0]!],
	openFile: (file) => opened(instructions, file),
});

test('a folder is all such files below it, but none of other people and none behind a link', async () => {
	const copy = join(folder, 'walk');
	for (const name of ['node_modules/x', '.git', 'sub/deep', 'sub/memories', 'src', '.claude/commands'])
		mkdirSync(join(copy, name), { recursive: true });
	for (const name of [
		'node_modules/x/AGENTS.md',
		'.git/CLAUDE.md',
		'sub/deep/claude.md',
		'sub/memories/notes.txt',
		'sub/memories/data.pkl',
		'src/readme.md',
		'.claude/commands/ship.md',
		'GEMINI.md',
	])
		writeFileSync(join(copy, name), `In ${name}.\n`);
	symlinkSync(join(copy, 'sub'), join(copy, 'again'));
	const store = await opened(instructions, copy);
	const entries = (await collect(store, 10)).flatMap((batch) => batch.entries);
	assert.deepEqual(
		entries.map(({ text }) => text),
		['In .claude/commands/ship.md.', 'In GEMINI.md.', 'In sub/deep/claude.md.', 'In sub/memories/notes.txt.'],
	);
});

test('a folder without such a file is none, nor is a trace, nor a file of bytes', async () => {
	const other = join(folder, 'other');
	mkdirSync(other, { recursive: true });
	writeFileSync(join(other, 'a.rag.md'), '## Query\n\nWhat?\n');
	writeFileSync(join(other, 'AGENTS.txt'), 'a\0b');
	for (const target of [other, join(other, 'a.rag.md'), join(other, 'AGENTS.txt'), join(other, 'nothing.md'), 'postgres://host/AGENTS.md'])
		assert.equal(await instructions.open(target, { signal: new AbortController().signal }), null, target);
});

// Expected texts: lines of the blocks that are not blank, by `fixtures/make-letta.py`, which wrote both files with Letta's own classes.
const blocks: readonly { readonly label: string; readonly value: string }[] = JSON.parse(
	readFileSync(join(fixtures, 'letta.said.json'), 'utf8'),
);
const linesOf = (isRead: (label: string) => boolean): string[] =>
	blocks.flatMap(({ label, value }) =>
		isRead(label) ? value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])) : [],
	);
for (const [name, file, lines] of [
	['Letta', 'letta.af', linesOf(() => true)],
	// It had no skills.
	['Letta’s schema of 2025', 'letta-2025.af', linesOf((label) => !label.includes('/'))],
] as const)
	describeStore({
		name,
		kind: 'letta',
		open: () => opened(letta, join(fixtures, file)),
		texts: lines,
		files: [join(fixtures, file)],
		read: (words) => String(JSON.parse(`"${words}"`)),
		openFile: (copy) => opened(letta, copy),
	});

test('an agent file is known by what it holds, and a broken one is refused', async () => {
	const named = join(folder, 'agent.json');
	writeFileSync(named, readFileSync(join(fixtures, 'letta.af')));
	assert.equal((await opened(letta, named)).kind, 'letta');
	const broken = join(folder, 'broken.af');
	writeFileSync(broken, '{"agents": [');
	const store = await opened(letta, broken);
	await assert.rejects(collect(store, 1), { code: 'RA144' });
	writeFileSync(broken, '{"blocks": [{"label": "human"}, {"value": "Kept."}, 7]}');
	const [batch] = await collect(store, 10);
	assert.deepEqual(
		batch?.entries.map(({ text }) => text),
		['Kept.'],
	);
	assert.equal(batch?.problems[0]?.code, 'RA116');
});

async function opened(opener: StoreOpener, file: string): Promise<MemoryStore> {
	const store = await opener.open(file, { signal: new AbortController().signal });
	if (store === null) throw new Error(`${file} is no ${opener.kind}`);
	return store;
}
