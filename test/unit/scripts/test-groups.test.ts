import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countsIn } from '../../../scripts/test-counts.ts';
import { isRunning } from '../../support/is-running.ts';
import { slowTest } from '../../support/slow-test.ts';
import { outputOf, startProcess, type Output } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const program = fileURLToPath(new URL('../../../scripts/test-files.ts', import.meta.url));

interface GroupRun {
	readonly child: ChildProcessWithoutNullStreams;
	/** Holds the files, and is where they run. */
	readonly folder: string;
}

/** Runs files of tests, given by name; a test has ten seconds, and a process so many looks in which nothing new is found. */
function start(t: TestContext, looks: number, contents: Readonly<Record<string, string>>): GroupRun {
	const folder = temporaryFolder(t, 'group-');
	for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
	// Without the variable that marks a child of the running test runner.
	const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
	const env = { ...inherited, RAG_ASSAY_TEST_SILENCE: `${looks}`, RAG_ASSAY_TEST_LIMIT: '10000', RAG_ASSAY_TEST_FOLDER: folder };
	return { child: startProcess(t, process.execPath, [program, '2', join(folder, '*.test.ts')], { env }), folder };
}

async function outcomeOf(...given: Parameters<typeof start>): Promise<Output> {
	return outputOf(start(...given).child);
}

slowTest('a hook that takes longer than the silence is waited for', { timeout: 180_000 }, async (t) => {
	const { status, stdout } = await outcomeOf(t, 2, {
		'removing.test.ts': `import { after, test } from 'node:test';
			test('makes a large folder', () => {});
			after(() => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000); });
			after(() => new Promise((resolve) => { setTimeout(resolve, 10); }));`,
	});
	assert.equal(status, 0, stdout);
	assert.deepEqual(countsIn(stdout), { passed: 1, failed: 0, skipped: 0, leftOut: 0 }, stdout);
});

test('a test that ends its process has failed, and is named', { timeout: 180_000 }, async (t) => {
	const { status, stdout } = await outcomeOf(t, 30, {
		'ending.test.ts': `import { test } from 'node:test';
			test('is there', () => {});
			test('ends all', () => process.exit(0));
			test('is lost', () => {});`,
	});
	assert.equal(status, 1, stdout);
	assert.match(stdout, /✖ ending: the process ended with 0; tests behind did not run\. Running then: ends all$/m);
	assert.deepEqual(countsIn(stdout), { passed: 1, failed: 1, skipped: 0, leftOut: 0 }, stdout);
});

slowTest('files of tests end, whatever their tests leave open, and say what a test waited for', { timeout: 180_000 }, async (t) => {
	const untilModule = JSON.stringify(new URL('../../support/until.ts', import.meta.url).href);
	const { status, stdout } = await outcomeOf(t, 3, {
		'leaving.test.ts': `import { spawn } from 'node:child_process'; import { createServer } from 'node:net'; import { test } from 'node:test';
			import { until } from ${untilModule};
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
		'forking.test.ts': `import assert from 'node:assert/strict'; import { fork } from 'node:child_process'; import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events'; import { test } from 'node:test';
			if (process.send !== undefined && process.argv[2] === 'forked') process.send(process.execArgv);
			else test('forks a program without flags of the test runner', async () => {
				const child = fork(import.meta.filename, ['forked']);
				assert.deepEqual((await once(child, 'message'))[0], ['--max-old-space-size=4096']);
			});`,
	});
	assert.equal(status, 1, stdout);
	assert.deepEqual(countsIn(stdout), { passed: 3, failed: 3, skipped: 0, leftOut: 0 }, stdout);
	assert.match(stdout, /all tests have ended, and something that one of them started \((?!.*PipeWrap).*TCPServerWrap.*\) is still open/);
	assert.match(stdout, /✖ never ends/);
	assert.match(stdout, /waiting for: an answer that never comes; seen last: null/);
});

slowTest('a file that takes longer than the silence until it declares its tests is waited for', { timeout: 180_000 }, async (t) => {
	const { status, stdout } = await outcomeOf(t, 2, {
		'loading.test.ts': `import { setTimeout } from 'node:timers/promises'; import { test } from 'node:test';
			await setTimeout(6000);
			test('is declared late', () => {});`,
	});
	assert.equal(status, 0, stdout);
	assert.deepEqual(countsIn(stdout), { passed: 1, failed: 0, skipped: 0, leftOut: 0 }, stdout);
});

slowTest('a test that never lets go of the processor is ended and named, and other files run', { timeout: 180_000 }, async (t) => {
	const { status, stdout } = await outcomeOf(t, 3, {
		'looping.test.ts': `import { describe, test } from 'node:test';
			test('is there', () => {});
			describe('a suite', () => { test('loops', () => { for (;;); }); });`,
		'other.test.ts': `import { test } from 'node:test';
			test('is there, too', () => {});`,
	});
	assert.equal(status, 1, stdout);
	assert.match(stdout, /✖ looping: nothing has happened for 13 s, and the process was ended; .* Running then: a suite › loops$/m);
	assert.deepEqual(countsIn(stdout), { passed: 2, failed: 1, skipped: 0, leftOut: 0 }, stdout);
});

test('a test without a limit of its own ends at that of its tier, says what it waited for, and those behind it run', {
	timeout: 180_000,
}, async (t) => {
	const { status, stdout } = await outcomeOf(t, 30, {
		'endless.test.ts': `import { describe, test } from 'node:test';
			import { until } from ${JSON.stringify(new URL('../../support/until.ts', import.meta.url).href)};
			describe('a suite', () => {
				test('waits in vain', () => until(() => false, 'what never comes'));
				test('runs after it', () => undefined);
			});
			test('forks no flag of tests', () => { if (process.execArgv.some((flag) => flag.startsWith('--test'))) throw new Error(String(process.execArgv)); });`,
	});
	assert.equal(status, 1, stdout);
	assert.match(stdout, /the test ended after \d+\.\d s of waiting for: what never comes/);
	assert.deepEqual(countsIn(stdout), { passed: 2, failed: 1, skipped: 0, leftOut: 0 }, stdout);
});

test('a failed test is named with its reason before its file has ended', { timeout: 180_000 }, async (t) => {
	const { child, folder } = start(t, 30, {
		'failing.test.ts': `import { existsSync } from 'node:fs'; import { test } from 'node:test';
			import { until } from ${JSON.stringify(new URL('../../support/until.ts', import.meta.url).href)};
			test('fails', () => { throw new Error('on purpose'); });
			test('goes on', { timeout: 60_000 }, () => until(() => existsSync(process.env.RAG_ASSAY_TEST_FOLDER + '/seen'), 'a file'));`,
	});
	let stdout = '';
	child.stdout.on('data', (chunk: Buffer) => {
		stdout += chunk.toString();
		if (stdout.includes('-- failing: ✖ fails\n   Error: on purpose\n')) writeFileSync(join(folder, 'seen'), '');
	});
	await once(child, 'close');
	assert.deepEqual(countsIn(stdout), { passed: 1, failed: 1, skipped: 0, leftOut: 0 }, stdout);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
	test(`tests end with the program that runs them, and so does what they started (${signal})`, {
		timeout: 180_000,
		skip: process.platform === 'win32' && 'there are no signals',
	}, async (t) => {
		const support = (name: string) => JSON.stringify(new URL(`../../support/${name}.ts`, import.meta.url).href);
		const { child, folder } = start(t, 30, {
			'long.test.ts': `import { writeFileSync } from 'node:fs'; import { test } from 'node:test';
				import { startProcess } from ${support('start-process')}; import { until } from ${support('until')};
				test('goes on', { timeout: 120_000 }, async (t) => {
					const { pid } = startProcess(t, process.execPath, ['-e', 'setTimeout(() => {}, 120_000)']);
					writeFileSync(process.env.RAG_ASSAY_TEST_FOLDER + '/pids', process.pid + ' ' + pid + ' ');
					await until(() => false, 'nothing');
				});`,
		});
		const file = join(folder, 'pids');
		const pids = await until(() => existsSync(file) && /^(\d+) (\d+) $/.exec(readFileSync(file, 'utf8')), 'the test has started a program');
		child.kill(signal);
		for (const pid of pids.slice(1).map(Number)) await until(() => !isRunning(pid), `process ${pid} has ended`);
	});
}
