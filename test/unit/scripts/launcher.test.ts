import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { FakeClone } from './fake-clone.ts';

const { root } = new FakeClone({ after }, "it's a clöne");
const launcher = join(root, 'bin', 'rag-assay.cjs');
const launch = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

test('says in one line that the clone is not built, and what to do', () => {
	const { status, stdout, stderr } = launch(launcher, '--version');
	assert.equal(status, 2);
	assert.equal(stdout, '');
	assert.equal(stderr, `rag-assay: this clone is not built yet. Run 'npm run build' in ${root}, and then this again.\n`);
});

test('starts the built command line, which finds itself in dist/', () => {
	mkdirSync(join(root, 'dist'));
	writeFileSync(join(root, 'dist', 'cli.cjs'), 'console.log(JSON.stringify(process.argv.slice(1)));');
	const { status, stdout, stderr } = launch(launcher, 'analyze', 'a b');
	assert.equal(status, 0, stderr);
	assert.deepEqual(JSON.parse(stdout), [join(root, 'dist', 'cli.cjs'), 'analyze', 'a b']);
});

test('refuses a Node that is older than package.json asks for', () => {
	const { engines } = z
		.object({ engines: z.object({ node: z.string() }) })
		.parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')));
	const oldest = Number(engines.node.replace('>=', ''));
	const pretend = join(root, 'pretend.cjs');
	const run = (version: string) => {
		writeFileSync(pretend, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
		return launch('--require', pretend, launcher);
	};
	assert.equal(run(`${oldest}.0.0`).status, 0);
	const { status, stderr } = run(`${oldest - 1}.9.9`);
	assert.equal(status, 2);
	assert.match(
		stderr,
		new RegExp(`^rag-assay: needs Node\\.js ${oldest} or newer; this is v.+\\. Install a newer one from https://nodejs\\.org\\.\n$`),
	);
});
