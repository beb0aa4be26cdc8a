import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const setup = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));
const lock = (version: string) =>
	JSON.stringify({
		packages: {
			'': { version: '1.0.0' },
			'node_modules/a': { version },
			'node_modules/b': { version: '3.0.0', optional: true },
		},
	});
/** Stands in for npm: notes its arguments, installs what the lockfile says, or fails. */
const fakeNpm = `
	const fs = require('node:fs');
	fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
	if (fs.existsSync('broken')) process.exit(1);
	fs.mkdirSync('node_modules/.bin', { recursive: true });
	if (process.argv[2] === 'rebuild') {
		for (const name of process.argv.slice(4, 6)) {
			fs.mkdirSync('node_modules/' + name + '/bin', { recursive: true });
			fs.writeFileSync('node_modules/' + name + '/bin/node', '');
			fs.writeFileSync('node_modules/' + name + '/bin/node.exe', '');
		}
		process.exit(0);
	}
	const { packages } = JSON.parse(fs.readFileSync('package-lock.json'));
	fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': packages['node_modules/a'] } }));
`;

const install = 'ci --no-audit --no-fund --loglevel=error';
const bringNode = 'rebuild --ignore-scripts=false node node-20 --loglevel=error';

let root: string;
before(() => {
	root = mkdtempSync(join(tmpdir(), 'setup-'));
	cpSync(setup, join(root, 'setup.mjs'));
	writeFileSync(join(root, 'npm.cjs'), fakeNpm);
});
after(() => rmSync(root, { recursive: true }));

function runSetup(first = '') {
	const code = `${first}; const { setUp } = await import('./setup.mjs'); console.log(setUp(process.cwd()));`;
	return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, npm_execpath: join(root, 'npm.cjs') },
	});
}
const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []);

test('installs when nothing is there, and not again', () => {
	writeFileSync(join(root, 'package-lock.json'), lock('1.0.0'));
	const first = runSetup();
	assert.equal(first.status, 0, first.stderr);
	assert.match(first.stdout, /node_modules[/\\]node[/\\]bin[/\\]node/);
	assert.deepEqual(calls(), [install, bringNode]);
	assert.equal(runSetup().status, 0);
	assert.equal(calls().length, 2);
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
	writeFileSync(join(root, 'package-lock.json'), lock('2.0.0'));
	assert.equal(runSetup().status, 0);
	assert.equal(calls().length, 4);
	rmSync(join(root, 'node_modules', '.package-lock.json'));
	assert.equal(runSetup().status, 0);
	assert.equal(calls().length, 6);
});

test("after a bare 'npm ci', which runs no scripts, only Node is brought", () => {
	rmSync(join(root, 'node_modules', 'node'), { recursive: true });
	rmSync(join(root, 'calls'));
	const { status, stderr } = runSetup();
	assert.equal(status, 0, stderr);
	assert.deepEqual(calls(), [bringNode]);
});

test('says in one line what went wrong with npm', () => {
	writeFileSync(join(root, 'broken'), '');
	mkdirSync(join(root, 'node_modules'), { recursive: true });
	rmSync(join(root, 'node_modules', '.package-lock.json'));
	const { status, stderr } = runSetup();
	assert.equal(status, 2);
	assert.match(stderr, /^rag-assay: 'npm ci' failed with status 1 \(its message is above\)\. Is the npm registry reachable\?$/m);
	assert.doesNotMatch(stderr, / at /);
});

test('refuses an old Node with the version that it needs', () => {
	const { status, stderr } = runSetup(
		`Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } }); Object.defineProperty(process, 'version', { value: 'v18.20.0' })`,
	);
	assert.equal(status, 2);
	assert.equal(stderr.trim(), 'rag-assay: needs Node.js 20 or newer; this is v18.20.0. Install a newer one from https://nodejs.org.');
});
