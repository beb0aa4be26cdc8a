/** Fails when an import goes against the house's arrows (CONTRIBUTING.md has the map). */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const analysisUses = ['formats', 'stores', 'methods', 'statistics', 'privacy', 'text'];

/** Which rooms a room may import from, besides itself and `src/errors.ts`. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
	extension: ['protocol'],
	cli: ['protocol', 'files'],
	// A message may carry a file format (an analysis record) as it is.
	protocol: ['formats'],
	runner: ['protocol', 'evaluation', 'analysis', ...analysisUses, 'files'],
	'model-process': ['protocol', 'lm', 'embedding', 'methods', 'files'],
	evaluation: ['analysis', ...analysisUses],
	analysis: analysisUses,
	methods: ['statistics', 'privacy', 'text'],
	lm: ['onnx', 'statistics', 'text', 'files'],
	// Graphs are read and written here; nothing runs.
	onnx: ['files'],
	embedding: ['statistics', 'text', 'files'],
	stores: ['formats'],
	formats: ['text'],
	statistics: [],
	privacy: [],
	text: [],
	// Reading a file safely: for every room that reads some.
	files: [],
};

/** Packages that only some rooms may know. */
const packages: Readonly<Record<string, readonly string[]>> = {
	vscode: ['extension'],
	'vscode-languageclient': ['extension'],
	'vscode-languageserver': ['runner'],
	'onnxruntime-node': ['lm', 'embedding'],
	'@huggingface/transformers': ['lm', 'embedding'],
};

export interface Violation {
	readonly file: string;
	readonly line: number;
	readonly reason: string;
}

/** Violations of one file; `file` is relative to `src/`, with `/`. */
export function violationsOf(file: string, source: string): Violation[] {
	const room = file.includes('/') ? file.split('/')[0]! : '';
	return violationsIn(file, source, (name) => reasonAgainst(room, file, name));
}

/** Violations of one file of a panel; `file` is relative to `webview/`, with `/`. */
export function panelViolationsOf(file: string, source: string): Violation[] {
	return violationsIn(file, source, (name) => reasonAgainstPanel(file, name));
}

function violationsIn(file: string, source: string, reasonOf: (name: string) => string | undefined): Violation[] {
	const { module, errors } = parseSync(file, source);
	if (errors.length > 0) return [{ file, line: 1, reason: `cannot be parsed: ${errors[0]!.message}` }];
	const specifiers = [
		...module.staticImports.map((i) => ({ at: i.start, name: i.moduleRequest.value })),
		...module.staticExports.flatMap((e) =>
			e.entries.flatMap((x) => (x.moduleRequest ? [{ at: e.start, name: x.moduleRequest.value }] : [])),
		),
		...module.dynamicImports.map((i) => ({ at: i.start, name: source.slice(i.moduleRequest.start + 1, i.moduleRequest.end - 1) })),
	];
	return specifiers.flatMap(({ at, name }) => {
		const reason = reasonOf(name);
		return reason === undefined ? [] : [{ file, line: source.slice(0, at).split('\n').length, reason }];
	});
}

function reasonAgainst(room: string, file: string, name: string): string | undefined {
	if (!name.startsWith('.')) {
		const owner = Object.keys(packages).find((p) => name === p || name.startsWith(`${p}/`));
		return owner !== undefined && !packages[owner]!.includes(room)
			? `${room} may not import '${owner}' (only ${packages[owner]!.join(', ')} may)`
			: undefined;
	}
	const target = relative(resolve('/src'), resolve('/src', dirname(file), name))
		.split(sep)
		.join('/');
	if (target.startsWith('..')) return `'${name}' leaves src/`;
	if (!target.includes('/')) return undefined; // src/errors.ts and the like
	const to = target.split('/')[0]!;
	const allowed = arrows[room];
	if (room !== '' && allowed === undefined) return `src/${room}/ is not a room of the house`;
	return to === room || allowed?.includes(to)
		? undefined
		: `${room} may not import ${to} (allowed: ${allowed?.join(', ') || 'nothing of ours'})`;
}

/** A panel knows the protocol, itself and what panels share; a package that another room owns is none of its. */
function reasonAgainstPanel(file: string, name: string): string | undefined {
	if (!name.startsWith('.')) return reasonAgainst('webview', file, name);
	const target = relative(resolve('/'), resolve('/webview', dirname(file), name))
		.split(sep)
		.join('/');
	const [place, room] = target.split('/');
	if (place === 'src' && room === 'protocol') return undefined;
	const panel = file.split('/')[0]!;
	return place === 'webview' && (room === panel || room === 'shared')
		? undefined
		: `the panel ${panel} may not import ${target} (allowed: src/protocol, webview/shared)`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	let count = 0;
	const violations = (
		[
			['src', violationsOf],
			['webview', panelViolationsOf],
		] as const
	).flatMap(([folder, find]) => {
		const within = resolve(root, folder);
		if (!existsSync(within)) throw new Error(`no ${folder}/`);
		const files = globSync('**/*.ts', { cwd: within });
		count += files.length;
		return files.flatMap((file) =>
			find(file.split(sep).join('/'), readFileSync(resolve(within, file), 'utf8')).map((v) => ({ ...v, file: `${folder}/${v.file}` })),
		);
	});
	for (const v of violations) console.error(`${v.file}:${v.line}: ${v.reason}`);
	if (violations.length > 0) process.exitCode = 1;
	else console.log(`arrows: ${count} files, none against the house`);
}
