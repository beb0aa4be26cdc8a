import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRunning } from '../../support/is-running.ts';
import { outputOf, startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { atEnd, type TestOrSuite } from '../../support/test-or-suite.ts';

const forAMinute = ['-e', 'setTimeout(() => undefined, 60_000)'];

/** A test whose end is at hand. */
function madeUp(): { own: TestOrSuite; end: () => Promise<void> } {
	const hooks: (() => void | Promise<void>)[] = [];
	return {
		own: { after: (hook) => void hooks.push(hook) },
		end: async () => {
			for (const hook of hooks) await hook();
		},
	};
}

test('what a test started last ends first, each of it although another one fails, and the failure is not lost', async () => {
	const { own, end } = madeUp();
	const ended: string[] = [];
	for (const what of ['folder', 'server', 'process'])
		atEnd(own, async () => {
			await Promise.resolve();
			ended.push(what);
			if (what === 'server') throw new Error('it hangs');
		});
	await assert.rejects(end(), ({ errors }: AggregateError) => String(errors) === 'Error: it hangs');
	assert.deepEqual(ended, ['process', 'server', 'folder']);
});

test('a process ends before the folder that it works in; one that has ended or never began needs no end', async () => {
	const { own, end } = madeUp();
	const folder = temporaryFolder(own);
	const child = startProcess(own, process.execPath, forAMinute, { cwd: folder, stdio: 'ignore' });
	atEnd(own, () => assert.ok(isRunning(child.pid!) && existsSync(folder)));
	await once(startProcess(own, process.execPath, ['-e', '']), 'exit');
	await assert.rejects(outputOf(startProcess(own, join(folder, 'no-program'), [])), { code: 'ENOENT' });
	await end();
	assert.deepEqual([isRunning(child.pid!), existsSync(folder)], [false, false]);
});

test('all that a process prints is there with its status, which a killed one does not have', async (t) => {
	const said = await outputOf(startProcess(t, process.execPath, ['-e', 'console.log("é"); console.error(1); process.exitCode = 7']));
	assert.deepEqual(said, { status: 7, stdout: 'é\n', stderr: '1\n' });
	const killed = startProcess(t, process.execPath, forAMinute);
	killed.kill('SIGKILL');
	assert.equal((await outputOf(killed)).status, null);
});

test('a process and a folder end with their test, also when it fails or its limit passes', async (t) => {
	const file = join(temporaryFolder(t), 'ending.test.ts');
	const support = (name: string): string => JSON.stringify(new URL(`../../support/${name}.ts`, import.meta.url).href);
	writeFileSync(
		file,
		`import { existsSync } from 'node:fs';
		import { test } from 'node:test';
		import { isRunning } from ${support('is-running')};
		import { startProcess } from ${support('start-process')};
		import { temporaryFolder } from ${support('temporary-folder')};
		const [pids, folders] = [[], []];
		const start = (t) => {
			folders.push(temporaryFolder(t));
			pids.push(startProcess(t, process.execPath, ${JSON.stringify(forAMinute)}, { stdio: 'ignore' }).pid);
		};
		test('passes', start);
		test('fails', (t) => { start(t); throw new Error('as it should'); });
		test('hangs', { timeout: 100 }, (t) => { start(t); return new Promise(() => undefined); });
		test('looks', () => console.log('left:', pids.length, pids.filter(isRunning).length, folders.filter(existsSync).length));`,
	);
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	const { stdout } = await outputOf(startProcess(t, process.execPath, ['--test', '--test-reporter=spec', file], { env }));
	assert.match(stdout, /^left: 3 0 0$/m);
	assert.match(stdout, /^ℹ pass 2$/m);
});
