/** What is bundled into `dist/`, and how. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entry points of the product's programs, by the names of their files in `dist/`. */
export const programs: Readonly<Record<string, string>> = {
	extension: 'src/extension/extension.ts',
	runner: 'src/runner/main.ts',
	'model-process': 'src/model-process/main.ts',
	'calibration-worker': 'src/runner/calibration/fit-worker.ts',
	'lexical-worker': 'src/runner/models/lexical-worker.ts',
	cli: 'src/cli/main.ts',
	// No programs: what others load once they need it.
	'english-model': 'src/text/english-model.ts',
	'database-clients': 'src/stores/memory/database-clients.ts',
};

/** Zod's messages in fifty languages, which reach a bundle with the name `z`: English is in another file, and the product speaks no other. */
const englishAlone: Plugin = {
	name: 'english-alone',
	setup(of) {
		of.onResolve({ filter: /locales\/index\.js$/ }, ({ path }) => ({ path, namespace: 'english-alone', sideEffects: false }));
		of.onLoad({ filter: /.*/, namespace: 'english-alone' }, () => ({ contents: 'export {};' }));
	},
};

/**
 * Files of their own that are read once something asks for them: the tagger's language model, 3.9 MB, and what speaks to databases. Programs
 * that know of them without ever asking, such as the one that fits, are small and start at once. They are required: of a CommonJS file that is
 * loaded by `import()`, Node reads all once more to find the names that it exports, which takes 0.1 s for the language model.
 */
const filesBeside: Plugin = {
	name: 'files-beside',
	setup(of) {
		of.onResolve({ filter: /\/(english-model|database-clients)\.ts$/ }, ({ kind, path }) =>
			kind === 'entry-point' ? null : { path: `./${basename(path, '.ts')}.cjs`, namespace: 'files-beside' },
		);
		of.onResolve({ filter: /.*/, namespace: 'files-beside' }, ({ path }) => ({ path, external: true }));
		of.onLoad({ filter: /.*/, namespace: 'files-beside' }, ({ path }) => ({ contents: `module.exports = require('${path}');` }));
	},
};

/** SQLite's WebAssembly stands within the file that loads it: a bundle has no address of its own beside which it would look. */
const sqliteInside: Plugin = {
	name: 'sqlite-inside',
	setup(of) {
		of.onLoad({ filter: /sqlite-wasm[\\/]dist[\\/]node\.mjs$/ }, ({ path }) => {
			const program = readFileSync(path, 'utf8');
			const wasm = readFileSync(join(dirname(path), 'sqlite3.wasm')).toString('base64');
			const parts = program.split('var wasmBinary;');
			if (parts.length !== 2) throw new Error(`${path} looks for its WebAssembly in another way than it did`);
			const inside = parts.join(`var wasmBinary = Buffer.from('${wasm}', 'base64');`).replaceAll('import.meta.url', 'bundleAddress');
			return { contents: `import { pathToFileURL } from 'node:url';\nconst bundleAddress = pathToFileURL(__filename).href;\n${inside}` };
		});
	},
};

/** Transformers loads its library of pictures at its start, native code of 18 MB a platform; the product reads text. */
const noPictures: Plugin = {
	name: 'no-pictures',
	setup(of) {
		of.onResolve({ filter: /^sharp$/ }, ({ path }) => ({ path, namespace: 'no-pictures' }));
		of.onLoad({ filter: /.*/, namespace: 'no-pictures' }, () => ({
			contents: `export default () => { throw new Error('this program reads no pictures'); };`,
		}));
	},
};

/** How one program is bundled: an entry of `programs`. */
export function programOptions(name: string, entry: string): BuildOptions {
	return {
		absWorkingDir: root,
		entryPoints: [entry],
		outfile: `dist/${name}.cjs`,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// Native parts cannot be bundled (LanceDB's, and PostgreSQL's second client, are there if somebody installs them), and `vscode` exists in
		// the extension host only.
		external: ['vscode', 'onnxruntime-node', '@lancedb/lancedb', 'pg-native'],
		// Its CommonJS build, because `import.meta.url` is empty in a CommonJS bundle.
		alias: { '@huggingface/transformers': './node_modules/@huggingface/transformers/dist/transformers.node.cjs' },
		mainFields: ['module', 'main'],
		plugins: [englishAlone, filesBeside, sqliteInside, noPictures],
		sourcemap: true,
		logLevel: 'warning',
		...(name === 'cli' ? { banner: { js: '#!/usr/bin/env node' } } : {}),
	};
}

/** What other people's programs import from the package (`rag-assay/screening`), in both kinds of module; its types are written by hand. */
export const library = {
	types: 'src/screening/public.d.ts',
	files: ['screening.mjs', 'screening.cjs', 'screening.d.mts', 'screening.d.cts'],
};
export const libraryOptions: readonly BuildOptions[] = (['esm', 'cjs'] as const).map((format) => ({
	absWorkingDir: root,
	entryPoints: ['src/screening/main.ts'],
	outfile: `dist/screening.${format === 'esm' ? 'mjs' : 'cjs'}`,
	bundle: true,
	platform: 'neutral',
	format,
	target: 'es2022',
	logLevel: 'warning',
}));

/** Each panel (a folder of `webview/` with a `main.ts`) becomes one script and one style sheet in `dist/webview/`, named for the folder. */
export const panels: BuildOptions = {
	absWorkingDir: root,
	entryPoints: globSync('webview/*/main.{ts,css}', { cwd: root }).map((entry) => ({ in: entry, out: basename(dirname(entry)) })),
	outdir: 'dist/webview',
	bundle: true,
	platform: 'browser',
	format: 'iife',
	// The Chromium of the oldest VS Code in `engines`.
	target: 'chrome142',
	minify: true,
	plugins: [englishAlone],
	logLevel: 'warning',
};
