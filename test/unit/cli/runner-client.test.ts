import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RunnerClient } from '../../../src/cli/runner-client.ts';
import { ClearCache, runnerSettings } from '../../../src/protocol/requests.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = fileURLToPath(new URL('fake-runner.mjs', import.meta.url));
const settings = runnerSettings.parse({ device: 'cpu', memoryLimit: 77 });

async function withFake<T>(manner: string, work: (client: RunnerClient) => Promise<T>): Promise<T> {
	process.env['FAKE_RUNNER'] = manner;
	const client = await RunnerClient.start({ program, settings, version: '0', onLog: () => undefined });
	try {
		return await work(client);
	} finally {
		await client.dispose();
	}
}
const ask = (client: RunnerClient) => client.ask(ClearCache, null);

test('answers arrive, and the runner got the settings', async (t) => {
	const saw = join(temporaryFolder(t, 'client-'), 'saw');
	process.env['FAKE_RUNNER_SAW'] = saw;
	try {
		assert.deepEqual(await withFake('good', ask), { files: 3, bytes: 2097152 });
		assert.deepEqual(JSON.parse(readFileSync(saw, 'utf8')), settings);
	} finally {
		delete process.env['FAKE_RUNNER_SAW'];
	}
});

test('a runner that does not start is an error with its last words', async () => {
	await assert.rejects(withFake('dies at start', ask), {
		code: 'RA591',
		message: 'The runner ended unexpectedly (status 7): Cannot find module x.',
	});
});

test('a runner that dies rejects what was asked', async () => {
	await assert.rejects(withFake('dies', ask), { code: 'RA591', message: 'The runner ended unexpectedly (status 9).' });
	await assert.rejects(withFake('says why and dies', ask), {
		code: 'RA591',
		message: 'The runner ended unexpectedly (status 1): the disk is full.',
	});
});

test('the runner\u2019s own errors keep their number and hint; a defect stays a defect', async () => {
	await assert.rejects(withFake('refuses', ask), { name: 'UserError', code: 'RA502', message: 'No room.', hint: 'Make some.' });
	await assert.rejects(withFake('has a defect', ask), (error: Error) => error.name !== 'UserError' && error.message.includes('boom'));
	await assert.rejects(withFake('answers badly', ask), /ragAssay\/clearCache: result\.files/);
});

test('canceling rejects as interrupted', async () => {
	await withFake('waits', async (client) => {
		const answer = ask(client);
		client.cancel('stopped', { endsIfSilent: true });
		await assert.rejects(answer, { name: 'Interrupted' });
	});
});

test('canceling ends a runner that is too busy to hear of it', async () => {
	await withFake('is busy', async (client) => {
		const answer = ask(client);
		const began = performance.now();
		client.cancel('stopped', { endsIfSilent: true });
		await assert.rejects(answer, { name: 'Interrupted' });
		assert.ok(performance.now() - began < 20_000, 'it went on');
	});
});

test('a runner that will not end is ended', async () => {
	await withFake('never ends', ask);
});
