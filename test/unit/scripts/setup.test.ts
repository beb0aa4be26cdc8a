import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bringNode, FakeClone, install } from './fake-clone.ts';

const clone = new FakeClone({ after });
const { root } = clone;

function runSetup(first = '', env: NodeJS.ProcessEnv = { npm_execpath: clone.npm }, program = process.execPath) {
	const code = `${first}; const { setUp } = await import('./scripts/setup.mjs'); console.log(setUp(process.cwd()));`;
	return spawnSync(program, ['--input-type=module', '-e', code], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, npm_node_execpath: process.execPath, ...env },
	});
}
test('installs when nothing is there, and not again', () => {
	const first = runSetup();
	assert.equal(first.status, 0, first.stderr);
	assert.match(first.stdout, /node_modules[/\\]node[/\\]bin[/\\]node/);
	assert.deepEqual(clone.calls(), [install, bringNode]);
	assert.equal(runSetup().status, 0);
	assert.equal(clone.calls().length, 2);
	const node = join(root, 'node_modules', '.bin', 'node');
	if (process.platform !== 'win32') {
		// As npm leaves it when another package of the same command comes later.
		rmSync(node);
		symlinkSync('../node-20/bin/node', node);
		assert.equal(runSetup().status, 0);
		assert.equal(readlinkSync(node), '../node/bin/node');
	}
	const command = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'rag-assay.cmd' : 'rag-assay');
	assert.ok(lstatSync(command));
});

test('installs again when the lockfile asks for another version, or the record of the last install is gone', () => {
	clone.lock('2.0.0');
	assert.equal(runSetup().status, 0);
	assert.equal(clone.calls().length, 4);
	rmSync(join(root, 'node_modules', '.package-lock.json'));
	assert.equal(runSetup().status, 0);
	assert.equal(clone.calls().length, 6);
});

test('installs again where the Node of the last installation runs the scripts, which npm removes', {
	skip: process.platform === 'win32' && 'a program that runs cannot be removed there',
}, () => {
	const node = join(root, 'node_modules', 'node', 'bin', 'node');
	rmSync(node);
	copyFileSync(process.execPath, node);
	clone.lock('3.0.0');
	rmSync(join(root, 'calls'));
	const { status, stderr } = runSetup('', { npm_execpath: clone.npm }, node);
	assert.equal(status, 0, stderr);
	assert.deepEqual(clone.calls(), [install, bringNode]);
});

test("after a bare 'npm ci', which runs no scripts, only Node is brought", () => {
	rmSync(join(root, 'node_modules', 'node'), { recursive: true });
	rmSync(join(root, 'calls'));
	const { status, stderr } = runSetup();
	assert.equal(status, 0, stderr);
	assert.deepEqual(clone.calls(), [bringNode]);
});

test('after an installation that ended between the two, the older Node is brought too', () => {
	rmSync(join(root, 'node_modules', 'node-20'), { recursive: true });
	rmSync(join(root, 'calls'));
	assert.equal(runSetup().status, 0);
	assert.deepEqual(clone.calls(), [bringNode]);
});

test('asks npm even where another package manager started the script', {
	skip: process.platform === 'win32' && 'the npm of PATH is a shell script here',
}, () => {
	rmSync(join(root, 'node_modules'), { recursive: true });
	rmSync(join(root, 'calls'));
	const folder = join(root, 'path');
	mkdirSync(folder);
	writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexec "$TESTED_NODE" "$TESTED_NPM" "$@"\n', { mode: 0o755 });
	const { status, stderr } = runSetup('', {
		npm_execpath: '/opt/pnpm/bin/pnpm.cjs',
		PATH: `${folder}:${process.env['PATH']}`,
		TESTED_NODE: process.execPath,
		TESTED_NPM: clone.npm,
	});
	assert.equal(status, 0, stderr);
	assert.deepEqual(clone.calls(), [install, bringNode]);
});

test('says in one line what went wrong with npm', () => {
	writeFileSync(join(root, 'broken'), '');
	mkdirSync(join(root, 'node_modules'), { recursive: true });
	rmSync(join(root, 'node_modules', '.package-lock.json'));
	const { status, stderr } = runSetup();
	assert.equal(status, 2);
	assert.match(
		stderr,
		/^rag-assay: 'npm ci' failed with status 1 \(its message is above\)\. Is the npm registry reachable, and does no other npm run in this folder\?$/m,
	);
	assert.doesNotMatch(stderr, /^\s+at /m);
});

test('refuses an old Node with the version that it needs', () => {
	const { status, stderr } = runSetup(
		`Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } }); Object.defineProperty(process, 'version', { value: 'v18.20.0' })`,
	);
	assert.equal(status, 2);
	assert.equal(stderr.trim(), 'rag-assay: needs Node.js 20 or newer; this is v18.20.0. Install a newer one from https://nodejs.org.');
});
