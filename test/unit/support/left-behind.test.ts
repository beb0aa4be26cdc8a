import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../../support/is-running.ts';
import { forkProcess, killAfter } from '../../support/start-process.ts';
import { until } from '../../support/until.ts';

const program = fileURLToPath(new URL('leaving-program.ts', import.meta.url));

test('a process that is killed leaves neither its folder nor the process that it started', {
	skip: process.platform === 'win32' && 'it has no signals',
}, async (t) => {
	const child = forkProcess(t, program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const [{ folder, pid }] = (await once(child, 'message')) as [{ folder: string; pid: number }];
	killAfter(t, pid);
	assert.ok(existsSync(folder) && isRunning(pid));
	child.kill('SIGKILL');
	await until(() => !isRunning(pid) && !existsSync(folder), 'both to be gone');
});

test('a process that ends by itself is not held up by what it would have left behind', async (t) => {
	const child = forkProcess(t, program, ['ends'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	assert.deepEqual(await once(child, 'exit'), [0, null]);
});
