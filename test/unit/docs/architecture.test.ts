import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { arrows, forAll, panelUses } from '../../../scripts/check-arrows.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(`${root}/docs/architecture.md`, 'utf8');

/** Returns the names of the folders directly in a folder of the repository, in order. */
function foldersIn(folder: string): string[] {
	return readdirSync(`${root}/${folder}`, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.toSorted();
}

/** Returns the folders directly in `folder` that have a line in one of the page's tables, in order. */
function mappedIn(folder: string): string[] {
	return [...page.matchAll(/^\| `(src\/[\w/-]+)\/` \| \S/gm)]
		.map(([, path]) => path!)
		.filter((path) => path.slice(0, path.lastIndexOf('/')) === folder)
		.map((path) => path.slice(folder.length + 1))
		.toSorted();
}

/** A picture as Mermaid reads it: its rooms, and its arrows with every frame replaced by the rooms in it. */
interface Picture {
	readonly rooms: ReadonlySet<string>;
	/** `FROM TO`, in order; one that is drawn twice is in it twice. */
	readonly arrows: readonly string[];
}

/**
 * Reads a flowchart of rooms, frames (`subgraph NAME … end`) and arrows (`FROM --> TO & TO`).
 * @throws Error for a line that is none of these.
 */
function readPicture(text: string): Picture {
	const frames = new Map<string, Set<string>>();
	const open: string[] = [];
	const rooms = new Set<string>();
	const drawn: { readonly from: string; readonly to: string }[] = [];
	for (const line of text.trim().split('\n').slice(1)) {
		const [, frame] = /^\s*subgraph ([\w-]+)(?: \["[^"]+"\])?$/.exec(line) ?? [];
		const [, from, targets] = /^\s*([\w-]+) --> ([\w-]+(?: & [\w-]+)*)$/.exec(line) ?? [];
		const [, room] = /^\s*([\w-]+)(?:\["[^"]+"\])?$/.exec(line) ?? [];
		if (frame !== undefined) {
			frames.set(frame, new Set());
			open.push(frame);
		} else if (from !== undefined) drawn.push(...targets!.split(' & ').map((to) => ({ from, to })));
		else if (room === 'end') open.pop();
		else if (room !== undefined) {
			rooms.add(room);
			for (const around of open) frames.get(around)!.add(room);
		} else throw new Error(`neither a room nor a frame nor an arrow: ${line}`);
	}
	const inside = (name: string): readonly string[] => [...(frames.get(name) ?? [name])];
	for (const { from, to } of drawn) for (const name of [from, to]) if (!frames.has(name)) rooms.add(name);
	return {
		rooms,
		arrows: drawn.flatMap(({ from, to }) => inside(from).flatMap((a) => inside(to).map((b) => `${a} ${b}`))).toSorted(),
	};
}

test('every room, and every folder of the runner and of the extension, has one line in the map', () => {
	assert.deepEqual(mappedIn('src'), foldersIn('src'));
	assert.deepEqual(mappedIn('src/runner'), foldersIn('src/runner'));
	assert.deepEqual(mappedIn('src/extension'), foldersIn('src/extension'));
});

test('an arrow of a frame is one of every room in it', () => {
	const { rooms, arrows: found } = readPicture(
		'flowchart TD\n\tsubgraph a ["A"]\n\t\tb\n\t\tsubgraph c\n\t\t\td\n\t\tend\n\tend\n\te --> a & f',
	);
	assert.deepEqual([...rooms], ['b', 'd', 'e', 'f']);
	assert.deepEqual(found, ['e b', 'e d', 'e f']);
	assert.throws(() => readPicture('flowchart TD\n\ta ==> b'), /a ==> b/);
});

test('the picture has the arrows that `npm run arrows` checks, each once', () => {
	const [, text] = /```mermaid\n([^]*?)```/.exec(page) ?? [];
	const picture = readPicture(text ?? '');
	const checked = Object.entries({ ...arrows, webview: [...panelUses] }).flatMap(([from, targets]) =>
		targets.filter((to) => !forAll.has(to)).map((to) => `${from} ${to}`),
	);
	assert.deepEqual(picture.arrows, checked.toSorted());
	assert.deepEqual([...picture.rooms].toSorted(), [...Object.keys(arrows), 'webview'].toSorted());
});

/** What code of a room may touch besides its arguments, in the order of the table's columns, and how that is seen in a file. */
const effects: readonly (readonly [column: string, sign: RegExp])[] = [
	['files', /^import (?!type)[^;]*? from '(?:node:fs(?:\/promises)?|(?:\.\.\/)+files\/[^']+)'/m],
	['clock', /\bDate\.now\(|\bperformance\.now\(|\bnew Date\(\)/],
	['randomness', /\bMath\.random\b|\brandom(?:UUID|Bytes|Int|Fill|FillSync)\b|\bgetRandomValues\b/],
	['network', /(?<![#.\w])fetch\(|'node:(?:http|https|http2|net|tls)'|import\('(?:chromadb|pg|@qdrant\/[^']+)'\)/],
	['processes, threads', /^import (?!type)[^;]*? from 'node:(?:child_process|worker_threads)'/m],
];

/** Returns a file without the lines that are comments. */
function withoutComments(source: string): string {
	return source.replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, '');
}

test('the table says which rooms touch files, the clock, randomness, the network and processes', () => {
	const found = foldersIn('src').flatMap((room) => {
		const sources = globSync(`src/${room}/**/*.ts`, { cwd: root }).map((file) => withoutComments(readFileSync(`${root}/${file}`, 'utf8')));
		assert.ok(sources.length > 0, room);
		const touches = effects.map(([, sign]) => (sources.some((source) => sign.test(source)) ? 'yes' : ''));
		return touches.includes('yes') ? [[room, ...touches].join(' | ')] : [];
	});
	const head = `| room | ${effects.map(([column]) => column).join(' | ')} |`;
	const [, table] = page.split(`${head}\n`);
	assert.ok(table !== undefined, `no table begins with: ${head}`);
	const rows = table
		.slice(0, table.indexOf('\n\n'))
		.split('\n')
		.slice(1)
		.map((row) =>
			row
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim().replaceAll('`', ''))
				.join(' | '),
		);
	assert.deepEqual(rows.toSorted(), found.toSorted());
	assert.deepEqual(
		globSync('src/privacy/**/*.ts', { cwd: root })
			.map((file) => file.replaceAll('\\', '/'))
			.filter((file) => effects.some(([, sign]) => sign.test(withoutComments(readFileSync(`${root}/${file}`, 'utf8'))))),
		['src/privacy/cryptographic-bits.ts'],
	);
});

test('a walk through the code passes at most 60 files, which are there', () => {
	for (const [head, min] of [
		['From a file to a color', 15],
		['From a memory file to quarantine', 20],
	] as const) {
		const [, rest = ''] = page.split(`## ${head}\n`);
		const files = new Set([...rest.split('\n## ')[0]!.matchAll(/`(src\/[\w/.-]+\.ts)`/g)].map(([, file]) => file!));
		assert.ok(files.size >= min && files.size <= 60, `${head}: ${files.size} files`);
		assert.deepEqual(
			[...files].filter((file) => globSync(file, { cwd: root }).length === 0),
			[],
		);
	}
});
