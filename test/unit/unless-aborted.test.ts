import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlessAborted } from '../../src/unless-aborted.ts';

// A rejection that nobody waits for fails the file of a test, and ends a process.
test('what was begun and fails after its signal was aborted, before or in the middle, is waited for by nobody and ends nothing', async () => {
	const late = (): Promise<never> => new Promise((_, reject) => setTimeout(() => reject(new Error('the connection is closed')), 5));
	await assert.rejects(unlessAborted(late(), AbortSignal.abort(new Error('enough'))), /enough/);
	const controller = new AbortController();
	const waiting = unlessAborted(late(), controller.signal);
	controller.abort(new Error('enough now'));
	await assert.rejects(waiting, /enough now/);
	await new Promise((resolve) => setTimeout(resolve, 20));
});

test('what comes to something in time is given on, and so is its error', async () => {
	const { signal } = new AbortController();
	assert.equal(await unlessAborted(Promise.resolve(3), signal), 3);
	await assert.rejects(unlessAborted(Promise.reject(new Error('refused')), signal), /refused/);
});
