import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../support/is-running.ts';
import { slowTest } from '../support/slow-test.ts';
import { forkProcess, killAfter, startProcess } from '../support/start-process.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient } from '../support/runner-client.ts';
import { productNode } from './product-node.ts';
import { LoadModel } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';

const editor = fileURLToPath(new URL('fake-editor.ts', import.meta.url));

describe('a parent that goes away', () => {
	for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
		const declare = signal === 'SIGKILL' ? it : slowTest;
		declare(`an editor that gets ${signal}: runner and model process end`, async (t) => {
			const parent = forkProcess(t, editor, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
			const [{ runner, models }] = (await once(parent, 'message')) as [{ runner: number; models: number[] }];
			killAfter(t, runner, ...models);
			assert.ok(isRunning(runner) && models.length === 1 && isRunning(models[0]!));
			parent.kill(signal);
			await until(() => ![runner, ...models].some(isRunning), 'both end');
		});
	}

	slowTest('a closed standard input ends the runner and its model process', async (t) => {
		const client = new Client(t);
		await client.initialize({}, pullingClient);
		await ask(client.connection, LoadModel, null);
		const models = client.modelProcesses();
		killAfter(t, ...models);
		assert.equal(models.length, 1);
		client.child.stdin.end();
		assert.equal((await client.exited).status, 1);
		await until(() => !models.some(isRunning), 'the model process ends');
	});

	slowTest('a runner that gets SIGKILL takes a model process along that is stopped, as soon as it goes on', async (t) => {
		const client = new Client(t);
		await client.initialize({}, pullingClient);
		await ask(client.connection, LoadModel, null);
		const [pid] = client.modelProcesses();
		killAfter(t, pid!);
		process.kill(pid!, 'SIGSTOP');
		client.child.kill('SIGKILL');
		await client.exited;
		process.kill(pid!, 'SIGCONT');
		await until(() => !isRunning(pid!), 'the model process ends');
	});

	slowTest('a client process id that is gone ends the runner, though its pipe is held open', async (t) => {
		const gone = startProcess(t, 'true', []);
		await once(gone, 'exit');
		const client = new Client(t);
		await client.connection.sendRequest('initialize', {
			processId: gone.pid,
			rootUri: null,
			capabilities: {},
			initializationOptions: { cacheDirectory: client.cache },
		});
		assert.equal((await client.exited).status, 1);
	});

	it('the model process does not start by itself', async (t) => {
		const child = startProcess(t, productNode, [fileURLToPath(new URL('../../dist/model-process.cjs', import.meta.url))], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const [said, end] = await Promise.all([text(child.stderr), once(child, 'exit')]);
		assert.deepEqual(end, [2, null]);
		assert.match(said, /started by the runner/);
	});
});
