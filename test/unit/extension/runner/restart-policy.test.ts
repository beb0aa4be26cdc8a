import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RestartPolicy } from '../../../../src/extension/runner/restart-policy.ts';

/** A policy over a library that restarts `restarts` times, then no more. */
function watched(restarts: number): { policy: RestartPolicy; told: string[] } {
	const told: string[] = [];
	let deaths = 0;
	const policy = new RestartPolicy(() => Promise.resolve(++deaths <= restarts), {
		restarting: () => told.push('restarting'),
		gaveUp: (message) => told.push(message),
		log: () => undefined,
	});
	return { policy, told };
}

describe('RestartPolicy', () => {
	test('restarts as often as the library does, then says so once', async () => {
		const { policy, told } = watched(4);
		const again: boolean[] = [];
		for (let death = 0; death < 5; death++) again.push(await policy.closed());
		assert.deepEqual(again, [true, true, true, true, false]);
		assert.deepEqual(told.slice(0, 4), Array(4).fill('restarting'));
		assert.match(told[4]!, /five times within three minutes/);
	});

	test('believes a runner that says a new start cannot help', async () => {
		const { policy, told } = watched(4);
		policy.exiting({ reason: 'the model folder is gone', restart: false });
		assert.equal(await policy.closed(), false);
		assert.match(told[0]!, /the model folder is gone/);
	});

	test('a farewell that allows a restart counts as any other death, and is forgotten', async () => {
		const { policy } = watched(4);
		policy.exiting({ reason: 'a broken frame', restart: true });
		assert.equal(await policy.closed(), true);
		assert.equal(await policy.closed(), true);
	});
});
