import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countsIn } from '../../../scripts/test-counts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = fileURLToPath(new URL('../../../scripts/run-test-room.ts', import.meta.url));

/** Runs files of tests, given by name, in one process; it ends itself after so many looks that find nothing new. */
function runRoom(t: TestContext, looks: number, contents: Readonly<Record<string, string>>): { status: number | null; stdout: string } {
	const folder = temporaryFolder(t, 'room-');
	const files = Object.entries(contents).map(([name, text]) => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	});
	// Without the variable that marks a child of the running test runner.
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	return spawnSync(process.execPath, [program, ...files], {
		encoding: 'utf8',
		env: { ...env, RAG_ASSAY_TEST_SILENCE: `${looks}`, RAG_ASSAY_TEST_LIMIT: '6000' },
		timeout: 120_000,
	});
}

test('a hook that takes longer than the silence is waited for', { timeout: 180_000 }, (t) => {
	const { status, stdout } = runRoom(t, 2, {
		'removing.test.ts': `import { after, test } from 'node:test';
			test('makes a large folder', () => {});
			after(() => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000); });
			after(() => new Promise((resolve) => { setTimeout(resolve, 10); }));`,
	});
	assert.equal(status, 0, stdout);
	assert.deepEqual(countsIn(stdout), { passed: 1, failed: 0, skipped: 0, leftOut: 0 }, stdout);
});

test('a test that ends the process fails its room', { timeout: 180_000 }, (t) => {
	const { status, stdout } = runRoom(t, 30, {
		'ending.test.ts': `import { test } from 'node:test';
			test('is there', () => {});
			test('ends all', () => process.exit(0));
			test('is lost', () => {});`,
	});
	assert.equal(status, 1, stdout);
	assert.match(stdout, /✖ a test ended the process of its room/);
	assert.equal(countsIn(stdout).failed, 1, stdout);
});

test('files in one process end, whatever their tests leave open, and say what a test waited for', { timeout: 180_000 }, (t) => {
	const until = JSON.stringify(new URL('../../support/until.ts', import.meta.url).href);
	const { status, stdout } = runRoom(t, 3, {
		'leaving.test.ts': `import { spawn } from 'node:child_process'; import { createServer } from 'node:net'; import { test } from 'node:test';
			import { until } from ${until};
			test('waits in vain', { timeout: 500 }, async () => {
				createServer().listen(0);
				setInterval(() => {}, 1000);
				await until(() => null, 'an answer that never comes');
			});
			test('leaves a program behind', () => { spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'ignore' }); });`,
		'hanging.test.ts': `import { test } from 'node:test';
			test('never ends', () => new Promise(() => { setTimeout(() => {}, 600_000); }));`,
		'waiting.test.ts': `import { setTimeout } from 'node:timers/promises'; import { test } from 'node:test';
			await setTimeout(500);
			test('is declared late', () => {});`,
		'forking.test.ts': `import assert from 'node:assert/strict'; import { fork } from 'node:child_process'; import { once } from 'node:events'; import { test } from 'node:test';
			if (process.send !== undefined && process.argv[2] === 'forked') process.send(process.execArgv);
			else test('forks a program without flags', async () => {
				const child = fork(import.meta.filename, ['forked']);
				assert.deepEqual((await once(child, 'message'))[0], []);
			});`,
	});
	assert.equal(status, 1, stdout);
	assert.deepEqual(countsIn(stdout), { passed: 3, failed: 3, skipped: 0, leftOut: 0 }, stdout);
	assert.match(stdout, /all tests have ended, and something that one of them started is still open: (?!.*PipeWrap).*TCPServerWrap/);
	assert.match(stdout, /✖ never ends/);
	assert.match(stdout, /waiting for: an answer that never comes; seen last: null/);
});
