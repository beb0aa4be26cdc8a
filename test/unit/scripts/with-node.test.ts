import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { startProcess } from '../../support/start-process.ts';
import { bringNode, FakeClone, install } from './fake-clone.ts';

// Names that a shell would take apart.
const clone = new FakeClone({ after }, "it's a clöne");
const { root } = clone;

const env = { ...process.env, npm_execpath: clone.npm, npm_node_execpath: process.execPath };
const withNode = (...args: string[]) =>
	spawnSync(process.execPath, ['scripts/with-node.mjs', ...args], { cwd: root, encoding: 'utf8', env });

test('installs what is missing, and runs the Node that came with it with the arguments as they are', () => {
	writeFileSync(
		join(root, 'say.ts'),
		'const said: string[] = process.argv.slice(2); console.log(JSON.stringify([process.argv0, ...said]));',
	);
	const args = ['a b', "it's", '"', '*', ''];
	const first = withNode('say.ts', ...args);
	assert.equal(first.status, 0, first.stderr);
	const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	assert.deepEqual(JSON.parse(first.stdout), [node, ...args]);
	assert.deepEqual(clone.calls(), [install, bringNode]);
	const second = withNode('say.ts');
	assert.equal(second.status, 0, second.stderr);
	assert.equal(second.stderr, '');
	assert.equal(clone.calls().length, 2);
});

test('ends with the status of what it ran', () => {
	assert.equal(withNode('-e', 'process.exit(7)').status, 7);
});

test('hands a signal on, and ends by the one that ended what it ran', {
	skip: process.platform === 'win32' && 'there are no signals',
}, async (t) => {
	for (const [signal, handler] of [
		['SIGTERM', `process.on('SIGTERM', () => process.exit(5))`],
		['SIGINT', `process.on('SIGINT', () => process.exit(5))`],
		['SIGHUP', ''],
	] as const) {
		const code = `${handler}; console.log('started'); setTimeout(() => {}, 60_000)`;
		const args = ['scripts/with-node.mjs', '-e', code];
		const child = startProcess(t, process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env });
		await once(child.stdout, 'data');
		child.kill(signal);
		assert.deepEqual(await once(child, 'exit'), handler === '' ? [null, signal] : [5, null]);
	}
});

test('says in one line what to do where the Node that came cannot be started', () => {
	const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	rmSync(node);
	writeFileSync(node, '');
	const { status, stderr } = withNode('-e', '');
	assert.equal(status, 2);
	assert.match(stderr, /^rag-assay: .*node(\.exe)? cannot be started \(.+\)\. Remove node_modules and run this again\.\n$/);
});

test('every script of package.json goes through here, or sets up by itself', () => {
	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')));
	const others = Object.values(scripts)
		.flatMap((script) => script.split(' && '))
		.filter((command) => !/^node scripts\/(with-node|start)\.mjs( |$)/.test(command));
	assert.deepEqual(others, []);
});
