import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { outputOf, startProcess, type Output } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pauseAfter, until } from '../../support/until.ts';

test('the first answer that is truthy is returned', async () => {
	const answers: (string | false | undefined | Promise<{ found: number } | null>)[] = [
		false,
		undefined,
		'',
		Promise.resolve(null),
		Promise.resolve({ found: 3 }),
		'too late',
	];
	assert.deepEqual(await until<unknown>(() => answers.shift(), 'an answer', { pause: 1 }), { found: 3 });
	assert.deepEqual(answers, ['too late']);
});

test('past its limit a wait says what it waited for, for how long, and what it saw last', async () => {
	let asked = 0;
	await assert.rejects(
		until(() => (asked++, null), 'the thing', { limit: 50, pause: 1 }),
		/^Error: gave up after 0\.\d s of waiting for: the thing; seen last: null$/,
	);
	assert.ok(asked > 1);
	await assert.rejects(
		until(
			() => 0,
			() => `a name after ${asked > 1 ? 'many' : 'few'} questions`,
			{ limit: 10, pause: 1 },
		),
		/waiting for: a name after many questions; seen last: 0$/,
	);
});

test('a condition is asked at least once, and once more after the limit', async () => {
	assert.equal(await until(() => 'there', 'what is there', { limit: 0 }), 'there');
	let asked = 0;
	assert.equal(await until(() => asked++ === 1 && 'there', 'what comes late', { limit: 500, pause: 600 }), 'there');
});

test('a wait asks less often the longer it lasts', async (t) => {
	assert.deepEqual([0, 400, 1000, 5000, 300_000].map(pauseAfter), [20, 20, 50, 250, 250]);
	const pauses: number[] = [];
	const now = performance.now.bind(performance);
	let waited = 0;
	t.mock.method(performance, 'now', () => now() + waited);
	let last = now();
	await until(() => {
		pauses.push(now() - last);
		last = now();
		// As if this question had taken so long.
		waited += 4000;
		return pauses.length === 3;
	}, 'the third question');
	assert.ok(pauses[2]! >= 199, `the second pause is one of 4 or more seconds: ${pauses.join()}`);
});

test('a condition that never answers is given up', async () => {
	await assert.rejects(
		until(() => new Promise<never>(() => undefined), 'an answer', { limit: 30 }),
		/^Error: gave up, with a question unanswered, after 0\.\d s of waiting for: an answer; seen last: nothing$/,
	);
});

test('an error of the condition ends the wait, but for one that means "not yet", which is what was seen last', async () => {
	const wrong = new TypeError('no function');
	await assert.rejects(
		until(() => {
			throw wrong;
		}, 'a wrong condition'),
		wrong,
	);
	const errors = [new Error('ENOENT: one'), new Error('ENOENT: two')];
	const retry = (error: unknown): boolean => error instanceof Error && error.message.startsWith('ENOENT');
	assert.equal(
		await until(
			() => {
				const error = errors.shift();
				if (error !== undefined) throw error;
				return 'the file';
			},
			'a file',
			{ pause: 1, retry },
		),
		'the file',
	);
	await assert.rejects(
		until(() => Promise.reject(new Error(`ENOENT: ${'x'.repeat(400)}`)), 'a file', { limit: 20, pause: 1, retry }),
		(error: Error) =>
			/seen last: Error: ENOENT: x{285}… \(415 characters\)$/.test(error.message) && (error.cause as Error).message.startsWith('ENOENT'),
	);
});

test('a signal ends the wait at once, also while a question is not answered', async () => {
	for (const condition of [() => false, () => new Promise<never>(() => undefined)]) {
		const stop = new AbortController();
		setTimeout(() => stop.abort(new Error('stopped')), 30);
		await assert.rejects(
			until(condition, 'nothing', { signal: stop.signal }),
			(error: Error) =>
				/^the test ended after 0\.\d s of waiting for: nothing;/.test(error.message) && String(error.cause) === 'Error: stopped',
		);
	}
	await assert.rejects(
		until(() => false, 'nothing', { signal: AbortSignal.abort() }),
		/^Error: the test ended/,
	);
});

test('a test whose limit passes ends its wait, says what it waited for, and lets its process end', async (t) => {
	const { status, stdout: output } = await outputOfTests(
		t,
		`test('a test', { timeout: 200 }, async () => { await until(() => false, 'what a test waits for'); });
		describe('a suite', { timeout: 200 }, () => { it('its test', async () => { await until(() => [], 'nothing'); await until(() => null, 'what a suite waits for'); }); });
		test('a test that has ended', { timeout: 200 }, async (t) => {
			t.after(async () => { let asked = 0; await until(() => asked++ > 3, 'the end of a process', { signal: null }); console.log('cleaned up'); });
			await until(() => false, 'what another test waits for');
		});
		test('the test after them', () => undefined);`,
	);
	assert.equal(status, 1);
	for (const what of ['a test', 'a suite', 'another test'])
		assert.match(
			output,
			new RegExp(`^\\s*ℹ the test ended after \\d\\.\\d s of waiting for: what ${what} waits for; seen last: (false|null)$`, 'm'),
		);
	assert.match(output, /✔ the test after them/);
	assert.match(output, /^cleaned up$/m);
});

test('a hook whose limit passes says what it waited for, and its signal is not that of what it has started', async (t) => {
	const { status, stdout: output } = await outputOfTests(
		t,
		`describe('a suite', () => {
			hookWithin(before, 200, async () => { await until(() => false, 'what a hook waits for'); });
			it('its test', () => undefined);
		});
		describe('another suite', () => {
			let later;
			hookWithin(before, 200, async () => { later = new Promise((resolve) => setTimeout(resolve, 300)).then(() => until(() => true, 'what comes later')); });
			it('another test', () => later);
		});`,
	);
	assert.equal(status, 1);
	assert.match(output, /Error: the limit of the hook passed after \d\.\d s of waiting for: what a hook waits for; seen last: false$/m);
	assert.doesNotMatch(output, /timed out/);
	assert.match(output, /✔ another test/);
});

/** Runs a file of tests in a process of its own. */
async function outputOfTests(t: TestContext, source: string): Promise<Output> {
	const file = join(temporaryFolder(t), 'waits.test.ts');
	writeFileSync(
		file,
		`import { before, describe, it, test } from 'node:test';
		import { hookWithin, until } from ${JSON.stringify(new URL('../../support/until.ts', import.meta.url).href)};
		${source}`,
	);
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	return outputOf(
		startProcess(t, process.execPath, ['--test', '--test-reporter=spec', file], { stdio: ['ignore', 'pipe', 'inherit'], env }),
	);
}
