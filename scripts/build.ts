/** Bundles the programs of the product into `dist/`. `--watch` rebuilds on change. */
import { existsSync, globSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context, type BuildOptions, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entry points; a room that has none yet is not built. */
const programs = {
	extension: 'src/extension/extension.ts',
	runner: 'src/runner/main.ts',
	'model-process': 'src/model-process/main.ts',
	'calibration-worker': 'src/runner/calibration/fit-worker.ts',
	cli: 'src/cli/main.ts',
};

function optionsFor(name: string, entry: string): BuildOptions {
	return {
		absWorkingDir: root,
		entryPoints: [entry],
		outfile: `dist/${name}.cjs`,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// Native parts cannot be bundled, and `vscode` exists in the extension host only.
		external: ['vscode', 'onnxruntime-node', 'sharp'],
		// Its CommonJS build, because `import.meta.url` is empty in a CommonJS bundle.
		alias: { '@huggingface/transformers': './node_modules/@huggingface/transformers/dist/transformers.node.cjs' },
		mainFields: ['module', 'main'],
		sourcemap: true,
		logLevel: 'warning',
		...(name === 'cli' ? { banner: { js: '#!/usr/bin/env node' } } : {}),
	};
}

/** Zod's messages in fifty languages, which reach a bundle with the name `z`: English is in another file, and no panel speaks the others. */
const englishAlone: Plugin = {
	name: 'english-alone',
	setup(of) {
		of.onResolve({ filter: /locales\/index\.js$/ }, ({ path }) => ({ path, namespace: 'english-alone', sideEffects: false }));
		of.onLoad({ filter: /.*/, namespace: 'english-alone' }, () => ({ contents: 'export {};' }));
	},
};

/** Each panel (a folder of `webview/` with a `main.ts`) becomes one script and one style sheet in `dist/webview/`, named for the folder. */
const panels: BuildOptions = {
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

const all = [
	...Object.entries(programs)
		.filter(([, entry]) => existsSync(`${root}/${entry}`))
		.map(([name, entry]) => optionsFor(name, entry)),
	panels,
];

if (process.argv.includes('--watch')) {
	for (const options of all) await (await context(options)).watch();
} else {
	await rm(`${root}/dist`, { recursive: true, force: true });
	await Promise.all(all.map((options) => build(options)));
	if (existsSync(`${root}/dist/cli.cjs`)) await chmod(`${root}/dist/cli.cjs`, 0o755);
}
