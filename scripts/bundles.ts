/** What is bundled into `dist/`, and how. */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entry points of the product's programs, by the names of their files in `dist/`. */
export const programs: Readonly<Record<string, string>> = {
	extension: 'src/extension/extension.ts',
	runner: 'src/runner/main.ts',
	'model-process': 'src/model-process/main.ts',
	'calibration-worker': 'src/runner/calibration/fit-worker.ts',
	'lexical-worker': 'src/runner/embedding/lexical-worker.ts',
	cli: 'src/cli/main.ts',
	// No program: what others load once they need it.
	'english-model': 'src/text/english-model.ts',
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
 * The tagger's language model, 3.9 MB: a file of its own that is read at the first tagged sentence. Programs that import the tagger
 * without ever tagging, such as the one that fits, are small and start at once.
 */
const englishModelBeside: Plugin = {
	name: 'english-model-beside',
	setup(of) {
		of.onResolve({ filter: /\/english-model\.ts$/ }, ({ kind }) =>
			kind === 'entry-point' ? null : { path: './english-model.cjs', external: true },
		);
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
		// Native parts cannot be bundled, and `vscode` exists in the extension host only.
		external: ['vscode', 'onnxruntime-node'],
		// Its CommonJS build, because `import.meta.url` is empty in a CommonJS bundle.
		alias: { '@huggingface/transformers': './node_modules/@huggingface/transformers/dist/transformers.node.cjs' },
		mainFields: ['module', 'main'],
		plugins: [englishAlone, englishModelBeside, noPictures],
		sourcemap: true,
		logLevel: 'warning',
		...(name === 'cli' ? { banner: { js: '#!/usr/bin/env node' } } : {}),
	};
}

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
