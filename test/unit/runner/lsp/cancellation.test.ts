import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LatestRun, Superseded } from '../../../../src/runner/lsp/cancellation.ts';

/** A run that ends when it is allowed to, with its signal. */
function slow(): { perform: (signal: AbortSignal) => Promise<string>; end: (result: string) => void; signal: () => AbortSignal } {
	let resolve: ((result: string) => void) | undefined;
	const promise = new Promise<string>((done) => (resolve = done));
	let given: AbortSignal | undefined;
	return {
		perform: (signal) => {
			given = signal;
			return promise;
		},
		end: (result) => resolve?.(result),
		signal: () => {
			assert.ok(given !== undefined, 'the run has not begun');
			return given;
		},
	};
}

test('a newer run ends the older one, and only the newer one settles', async () => {
	const run = new LatestRun();
	const settled: string[] = [];
	const [first, second] = [slow(), slow()];
	run.start(first.perform, (result) => settled.push(result));
	await Promise.resolve();
	run.start(second.perform, (result) => {
		assert.equal(run.isRunning, false);
		settled.push(result);
	});
	assert.ok(first.signal().reason instanceof Superseded);
	second.end('second');
	first.end('first');
	await run.idle();
	assert.deepEqual(settled, ['second']);
	assert.equal(second.signal().aborted, false);
});

test('a run that is ended settles nothing, and nobody waits for it', async () => {
	const run = new LatestRun();
	const only = slow();
	run.start(only.perform, () => assert.fail('settled'));
	await Promise.resolve();
	run.end();
	assert.equal(only.signal().aborted, true);
	await run.idle();
	only.end('late');
	await Promise.resolve();
	assert.equal(run.isRunning, false);
});

test('waiting lasts until the newest run has ended', async () => {
	const run = new LatestRun();
	const [first, second] = [slow(), slow()];
	let isIdle = false;
	run.start(first.perform, () => undefined);
	const idle = run.idle().then(() => (isIdle = true));
	await Promise.resolve();
	run.start(second.perform, () => undefined);
	first.end('first');
	await new Promise((resolve) => setImmediate(resolve));
	assert.equal(isIdle, false);
	second.end('second');
	await idle;
});
