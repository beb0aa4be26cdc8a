import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { after, describe, test } from 'node:test';
import { library, programs } from '../../scripts/bundles.ts';
import { tarball, vsixFiles } from '../../scripts/packed-files.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from '../support/runner-client.ts';
import { productNode } from './product-node.ts';
import { partOfSet } from '../support/small-data-sets.ts';

const within = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).map((path) => path.split(sep).join('/'));

/** What whoever installs the product needs, and no more: said here by what it is for. */
const expected = [
	'package.json',
	'README.md',
	'CHANGELOG.md',
	'LICENSE',
	'language-configuration.json',
	'bin/rag-assay.cjs',
	...Object.keys(programs).map((name) => `dist/${name}.cjs`),
	...library.files.map((name) => `dist/${name}`),
	...within('webview/*/main.ts').map((path) => `dist/webview/${basename(dirname(path))}.js`),
	...within('webview/*/main.css').map((path) => `dist/webview/${basename(dirname(path))}.css`),
	// What the editor shows, and what README's links lead to.
	...within('media/**/*.*', 'snippets/*', 'syntaxes/*', 'docs/**/*.md', 'docs/pictures/*', 'docs/schemas/*'),
	// The workspace to try everything in, without what a run leaves there.
	...within('examples/**/*.md', 'examples/datasets/*/*.jsonl', 'examples/memory/*.jsonl', 'examples/queries/*.jsonl'),
	// The model, not how it was made.
	...['README.md', 'config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'].map(
		(name) => `models/demo/${name}`,
	),
	'models/demo/demo.assay-profile.json',
	...besideProfile(),
];

/** Its classifiers, and what its answers looked like. */
function besideProfile(): string[] {
	const { detectors, reference } = JSON.parse(readFileSync(join(root, 'models/demo/demo.assay-profile.json'), 'utf8')) as {
		detectors: { file?: string }[];
		reference?: { file: string };
	};
	const files = [...detectors, ...(reference === undefined ? [] : [reference])].flatMap(({ file }) => (file === undefined ? [] : [file]));
	// The classifier of sentences judges responses, too.
	return [...new Set(files)].map((file) => `models/demo/${file}`);
}

describe('what is packed', () => {
	test('the tarball holds what an installed command line needs, and nothing else', () => {
		assert.deepEqual(tarball(root).files, expected.toSorted());
	});

	slowTest('the VSIX holds the same and the native runtime of every platform, and no other package', () => {
		const files = vsixFiles(root);
		const ours = files.filter((path) => !path.startsWith('node_modules/'));
		assert.deepEqual(ours, expected.toSorted());
		const theirs = files.filter((path) => path.startsWith('node_modules/'));
		assert.deepEqual(new Set(theirs.map((path) => path.split('/')[1])), new Set(['onnxruntime-common', 'onnxruntime-node']));
		for (const platform of ['linux/x64', 'linux/arm64', 'win32/x64', 'win32/arm64', 'darwin/arm64'])
			assert.ok(theirs.includes(`node_modules/onnxruntime-node/bin/napi-v6/${platform}/onnxruntime_binding.node`), platform);
		assert.ok(!existsSync(join(root, '.vscodeignore')), "vsce takes this or 'files', and refuses both");
	});

	test('every link of the README leads to a file that is packed, but that to how the code is worked on', () => {
		const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to]) => to!);
		const missing = links.filter((to) => to !== 'CONTRIBUTING.md' && !expected.some((path) => path === to || path.startsWith(`${to}/`)));
		assert.deepEqual(missing, []);
	});
});

describe('the unpacked tarball, with the packages that it depends on', () => {
	const folder = temporaryFolder({ after }, 'packed-');
	const modules = join(folder, 'node_modules');
	let isUnpacked = false;
	/** Packs and unpacks it, once. */
	const unpack = (): void => {
		if (isUnpacked) return;
		const { name } = tarball(root, folder);
		mkdirSync(modules);
		const { status, stderr } = spawnSync('tar', ['-xzf', join(folder, name), '-C', modules], { encoding: 'utf8' });
		assert.equal(status, 0, stderr);
		renameSync(join(modules, 'package'), join(modules, 'rag-assay'));
		const { dependencies } = JSON.parse(readFileSync(join(modules, 'rag-assay/package.json'), 'utf8')) as {
			dependencies: Record<string, string>;
		};
		for (const dependency of Object.keys(dependencies))
			symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency), 'junction');
		isUnpacked = true;
	};

	const run = (...args: string[]) =>
		spawnSync(productNode, [join(modules, 'rag-assay/bin/rag-assay.cjs'), ...args], {
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), NO_COLOR: '1' },
		});

	slowTest('analyzes with its own model, and says what computes', () => {
		unpack();
		const example = join(modules, 'rag-assay/examples/traces/bank/invented-amount.rag.md');
		const { status, stdout, stderr } = run('analyze', example, '--offline', '--json', '--quiet');
		assert.equal(status, 0, stderr);
		const { findings } = JSON.parse(stdout) as { findings: { code: string }[] };
		assert.ok(findings.length > 0, stdout);
		const doctor = run('doctor');
		assert.equal(doctor.status, 0, doctor.stderr);
		assert.match(doctor.stdout, /^ {2}cpu +chosen/m);
	});

	slowTest('screens queries for programs that import it, in both kinds of module', () => {
		unpack();
		for (const [file, source] of [
			['a.mjs', `import * as screening from 'rag-assay/screening'; console.log(Object.keys(screening).toSorted().join());`],
			['a.cjs', `const screening = require('rag-assay/screening'); console.log(Object.keys(screening).toSorted().join());`],
		] as const) {
			writeFileSync(join(folder, file), source);
			const { status, stdout, stderr } = spawnSync(productNode, [join(folder, file)], { encoding: 'utf8' });
			assert.equal(status, 0, stderr);
			assert.equal(
				stdout.trim(),
				'CorpusMoments,distinctTargets,empiricalZ,lexicalEmbedder,memoryGate,momentsFile,readMoments,screenFound,screenQuery,sessionSignal,stripMaskMarkers',
			);
		}
	});

	slowTest('calibrates', () => {
		unpack();
		const data = partOfSet('demo-world', folder, { train: 30, test: 10 });
		const out = join(folder, 'own.assay-profile.json');
		const { status, stderr } = run('calibrate', data, '--out', out, '--methods', 'mean-entropy', '--offline', '--quiet');
		assert.equal(status, 0, stderr);
		assert.ok(existsSync(out));
	});
});
