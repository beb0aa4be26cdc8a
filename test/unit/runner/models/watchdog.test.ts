import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserError } from '../../../../src/errors.ts';
import { Watchdog, type Silence } from '../../../../src/runner/models/watchdog.ts';
import { until } from '../../../support/until.ts';

function watchdogOf(
	t: TestContext,
	limits: { said: number; text: number; model: number },
): { dog: Watchdog; said: (Silence | null)[]; ends: UserError[] } {
	const said: (Silence | null)[] = [];
	const ends: UserError[] = [];
	const dog = new Watchdog({ limits: () => limits, onSilence: (silence) => said.push(silence), onLimit: (error) => ends.push(error) });
	t.after(() => dog.rest());
	return { dog, said, ends };
}

describe('Watchdog', () => {
	it('says a silence, again after twice the time, and ends it at the limit of what is done', async (t) => {
		const { dog, said, ends } = watchdogOf(t, { said: 0.1, text: 0.5, model: 60 });
		dog.watch('text');
		await until(() => ends.length === 1, 'the end');
		const doing = 'rendering and tokenizing a text';
		assert.deepEqual(
			said,
			[0.1, 0.2, 0.4].map((seconds) => ({ seconds, doing, endsAfter: 0.5 })),
		);
		assert.equal(ends[0]!.code, 'RA514');
		await sleep(150);
		assert.equal(ends.length, 1);
	});

	it('a sign of life is said where a silence was, and begins the time anew, of another limit for another step', async (t) => {
		const { dog, said } = watchdogOf(t, { said: 0.02, text: 50, model: 60 });
		dog.watch('text');
		await until(() => said.length > 0, 'a silence');
		said.length = 0;
		dog.sign('running');
		await until(() => said.length > 1, 'another silence');
		assert.deepEqual(said.slice(0, 2), [null, { seconds: 0.02, doing: 'running the model on a text', endsAfter: 60 }]);
		dog.rest();
		assert.equal(said.at(-1), null);
	});

	it('ends a silence at a limit that comes before anything is said of one', async (t) => {
		const { dog, said, ends } = watchdogOf(t, { said: 60, text: 0.05, model: 50 });
		dog.watch('files');
		dog.sign('text');
		await until(() => ends.length === 1, 'the end');
		assert.match(ends[0]!.message, /no sign of life for 0\.1 s/);
		assert.deepEqual(said, []);
	});

	it('says nothing of a process that has nothing to do', async (t) => {
		const { dog, said, ends } = watchdogOf(t, { said: 0.1, text: 0.1, model: 0.1 });
		dog.watch('running');
		dog.rest();
		await sleep(300);
		assert.deepEqual([said, ends], [[], []]);
	});
});
