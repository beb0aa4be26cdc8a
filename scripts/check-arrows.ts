/** Fails when an import goes against the arrows (docs/architecture.md has the map and a picture of them); `--dot` draws the actual imports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const analysisUses = ['report', 'formats', 'stores', 'methods', 'statistics', 'privacy', 'text', 'model-io'];

/** Which rooms a room may import from, besides itself, `src/wording/` and `src/errors.ts`. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
	// Clients read records and sidecars as they stand in files, and say them as the page does.
	extension: ['protocol', 'report', 'formats', 'review'],
	cli: ['protocol', 'report', 'formats', 'review', 'files'],
	// A message may carry a file format (an analysis record) as it is, and what a read model hands on.
	protocol: ['formats', 'review', 'model-io'],
	runner: ['protocol', 'redteam', 'analysis', ...analysisUses, 'review', 'embedding', 'files'],
	// Attacks on a copy of the user's own data.
	redteam: ['analysis', ...analysisUses],
	'model-process': ['protocol', 'lm', 'embedding', 'methods', 'privacy', 'model-io', 'files'],
	analysis: analysisUses,
	methods: ['statistics', 'privacy', 'text', 'model-io'],
	lm: ['onnx', 'embedding', 'statistics', 'text', 'model-io', 'files'],
	// Graphs are read and written here; nothing runs.
	onnx: ['files'],
	embedding: ['statistics', 'text', 'model-io', 'files'],
	stores: ['formats', 'files'],
	// What an analysis record says, in words and as a page.
	report: ['formats', 'text'],
	formats: ['text'],
	// What other people's programs import from the package: without dependencies.
	screening: ['methods', 'embedding'],
	// What people decide about the sentences of an answer before it goes out.
	review: ['formats', 'text'],
	statistics: ['model-io'],
	privacy: [],
	text: [],
	// What a model is asked and hands on when it reads.
	'model-io': [],
	// Reading a file safely, and writing so that it lasts, one at a time: for every room that does.
	files: [],
	// How counts, shares, sizes and lists are said: for every room.
	wording: [],
};

/** What lab/ measures with: the product's parts in this process. */
const measuringUses = ['analysis', ...analysisUses, 'redteam'];
/** Folders of the lab whose files are programs. Programs run any part of the product, also on what tests make. What they measure with imports no program. */
const labPrograms: ReadonlySet<string> = new Set(['bench', 'embedding', 'making', 'model-families']);
/** Reports whether a file of the lab belongs to a program: by its folder, or because it is part of a domain's bench (`bench.ts`, `bench-*.ts`). `file` is relative to `lab/`, with `/`. */
const isLabProgram = (file: string): boolean => labPrograms.has(roomOf(file)) || /\/bench(?:-[\w-]+)?\.ts$/.test(file);
const clients: ReadonlySet<string> = new Set(['extension', 'cli']);

/** Rooms that every room may import. */
export const forAll: ReadonlySet<string> = new Set(['wording']);

/** Packages that only some rooms may know. */
const packages: Readonly<Record<string, readonly string[]>> = {
	vscode: ['extension'],
	'vscode-languageclient': ['extension'],
	'vscode-languageserver': ['runner'],
	'libphonenumber-js/min': ['text'],
	// Units, numbers in words, and inflections.
	convert: ['methods'],
	n2words: ['methods'],
	stemmer: ['methods'],
	'onnxruntime-node': ['lm'],
	'@huggingface/transformers': ['lm'],
	'ml-matrix': ['embedding'],
	// What speaks to databases.
	'@sqlite.org/sqlite-wasm': ['stores'],
	'@lancedb/lancedb': ['stores'],
	'@qdrant/js-client-rest': ['stores'],
	chromadb: ['stores'],
	pg: ['stores'],
};

export interface Violation {
	readonly file: string;
	readonly line: number;
	readonly reason: string;
}

/** Violations of one file; `file` is relative to `src/`, with `/`. */
export function violationsOf(file: string, source: string): Violation[] {
	const room = roomOf(file);
	return violationsIn(file, source, (name) => reasonAgainst(room, file, name));
}

/** Violations of one file of a panel; `file` is relative to `webview/`, with `/`. */
export function panelViolationsOf(file: string, source: string): Violation[] {
	return violationsIn(file, source, (name) => reasonAgainstPanel(file, name));
}

/** Violations of one file of the lab; `file` is relative to `lab/`, with `/`. */
export function labViolationsOf(file: string, source: string): Violation[] {
	return violationsIn(file, source, (name) => reasonAgainstLab(file, name));
}

function violationsIn(file: string, source: string, reasonOf: (name: string) => string | undefined): Violation[] {
	const specifiers = specifiersOf(file, source);
	if (typeof specifiers === 'string') return [{ file, line: 1, reason: specifiers }];
	return specifiers.flatMap(({ at, name }) => {
		const reason = reasonOf(name);
		return reason === undefined ? [] : [{ file, line: source.slice(0, at).split('\n').length, reason }];
	});
}

/** What a file imports, in each form that an import has, with its offset; a sentence where it cannot be parsed. */
function specifiersOf(file: string, source: string): readonly { readonly at: number; readonly name: string }[] | string {
	const { module, errors } = parseSync(file, source);
	if (errors.length > 0) return `cannot be parsed: ${errors[0]!.message}`;
	return [
		...module.staticImports.map((i) => ({ at: i.start, name: i.moduleRequest.value })),
		...module.staticExports.flatMap((e) =>
			e.entries.flatMap((x) => (x.moduleRequest ? [{ at: e.start, name: x.moduleRequest.value }] : [])),
		),
		...module.dynamicImports.map((i) => ({ at: i.start, name: source.slice(i.moduleRequest.start + 1, i.moduleRequest.end - 1) })),
	];
}

/** The room of a file in `src/`; none for those beside the rooms. */
function roomOf(file: string): string {
	return file.includes('/') ? file.split('/')[0]! : '';
}

/** A relative import's target from `root`, with `/`. */
function targetIn(root: string, file: string, name: string): string {
	return relative(resolve(root), resolve(root, dirname(file), name))
		.split(sep)
		.join('/');
}

function reasonAgainst(room: string, file: string, name: string): string | undefined {
	if (!name.startsWith('.')) {
		const owner = Object.keys(packages).find((p) => name === p || name.startsWith(`${p}/`));
		return owner !== undefined && !packages[owner]!.includes(room)
			? `${room} may not import '${owner}' (only ${packages[owner]!.join(', ')} may)`
			: undefined;
	}
	const target = targetIn('/src', file, name);
	if (target.startsWith('..')) return `'${name}' leaves src/`;
	if (!target.includes('/')) return undefined; // src/errors.ts and the like
	const to = target.split('/')[0]!;
	const allowed = arrows[room];
	if (room !== '' && allowed === undefined) return `src/${room}/ is not a room of the house`;
	return to === room || forAll.has(to) || allowed?.includes(to)
		? undefined
		: `${room} may not import ${to} (allowed: ${allowed?.join(', ') || 'nothing of ours'})`;
}

/** Which rooms of `src/` a panel (a folder of `webview/`) may import from. */
export const panelUses: ReadonlySet<string> = new Set(['protocol', 'report', 'formats', 'review', 'wording']);

/** A panel knows what every client knows, itself and what panels share; a package that another room owns is none of its. */
function reasonAgainstPanel(file: string, name: string): string | undefined {
	if (!name.startsWith('.')) return reasonAgainst('webview', file, name);
	const target = targetIn('/', `webview/${file}`, name);
	const [place, room] = target.split('/');
	if (place === 'src' && panelUses.has(room ?? '')) return undefined;
	const panel = file.split('/')[0]!;
	return place === 'webview' && (room === panel || room === 'shared')
		? undefined
		: `the panel ${panel} may not import ${target} (allowed: ${[...panelUses].map((one) => `src/${one}`).join(', ')}, webview/shared)`;
}

/** Nothing of the product knows the lab (`reasonAgainst`, `reasonAgainstPanel`: it lies outside of both). */
function reasonAgainstLab(file: string, name: string): string | undefined {
	const own = roomOf(file);
	const isProgram = isLabProgram(file);
	if (!name.startsWith('.')) return isProgram && name === 'onnxruntime-node' ? undefined : reasonAgainst('lab', file, name);
	const target = targetIn('/', `lab/${file}`, name);
	const [place, room = '', ...within] = target.split('/');
	const isRoom = within.length > 0;
	const allowed =
		place === 'lab'
			? isProgram || !isLabProgram(target.slice('lab/'.length))
			: place === 'src'
				? !isRoom || forAll.has(room) || (isProgram ? !clients.has(room) : measuringUses.includes(room))
				: place === 'test' && isProgram;
	return allowed
		? undefined
		: `lab/${own} may not import ${target} (allowed: ${isProgram ? 'lab, test, src without its clients' : `lab without its programs, ${measuringUses.map((one) => `src/${one}`).join(', ')}`})`;
}

/**
 * How often a room imports another one, `FROM TO` to a count; files outside of rooms are left out.
 * @param files by their path in `src/`, with `/`.
 */
export function importsBetweenRooms(files: ReadonlyMap<string, string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [file, source] of files) {
		const found = specifiersOf(file, source);
		const from = roomOf(file);
		for (const { name } of typeof found === 'string' ? [] : found) {
			const to = name.startsWith('.') ? roomOf(targetIn('/src', file, name)) : from;
			if (from !== to && from !== '' && to !== '') counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
		}
	}
	return counts;
}

/** The house as Graphviz draws it, an arrow with its number of imports; what every room may import is left out. */
function asDot(counts: ReadonlyMap<string, number>): string {
	const arrowsDrawn = [...counts]
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([pair, count]) => {
			const [from, to] = pair.split(' ');
			return to === undefined || forAll.has(to) ? [] : [`\t"${from}" -> "${to}" [label=${count}];`];
		});
	return `digraph house {\n\tnode [shape=box];\n${arrowsDrawn.join('\n')}\n}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const read = (folder: string): Map<string, string> => {
		const within = resolve(root, folder);
		if (!existsSync(within)) throw new Error(`no ${folder}/`);
		return new Map(
			globSync('**/*.ts', { cwd: within }).map((file) => [file.split(sep).join('/'), readFileSync(resolve(within, file), 'utf8')]),
		);
	};
	const [product, panels, lab] = [read('src'), read('webview'), read('lab')];
	if (process.argv.includes('--dot')) console.log(asDot(importsBetweenRooms(product)));
	else {
		const violations = [
			...[...product].flatMap(([file, source]) => violationsOf(file, source).map((one) => ({ ...one, file: `src/${one.file}` }))),
			...[...panels].flatMap(([file, source]) => panelViolationsOf(file, source).map((one) => ({ ...one, file: `webview/${one.file}` }))),
			...[...lab].flatMap(([file, source]) => labViolationsOf(file, source).map((one) => ({ ...one, file: `lab/${one.file}` }))),
		];
		for (const v of violations) console.error(`${v.file}:${v.line}: ${v.reason}`);
		if (violations.length > 0) process.exitCode = 1;
		else console.log(`arrows: ${product.size + panels.size + lab.size} files, none against the house`);
	}
}
