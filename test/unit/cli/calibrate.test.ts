import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addCalibrate } from '../../../src/cli/commands/calibrate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** `calibrate` with a runner that dies of it. */
async function calibrate(...args: string[]): Promise<void> {
	const command = new Command('rag-assay').exitOverride().configureOutput({ writeErr: () => undefined });
	addCalibrate(command, { path: fileURLToPath(new URL('fake-runner.mjs', import.meta.url)), version: '0' }, () =>
		assert.fail('it does not end well'),
	);
	await command.parseAsync(['calibrate', 'data', '--out', join(tmpdir(), 'nowhere.assay-profile.json'), '--quiet', ...args], {
		from: 'user',
	});
}

test('who waited for a runner that was killed learns that what was measured is kept', async () => {
	await assert.rejects(calibrate(), {
		code: 'RA591',
		message: 'The runner ended unexpectedly (status 9).',
		hint: /^Measurements are kept\. To continue, run the same command again\./,
	});
});

test('a merge refuses the options that its shards have decided, wherever they stand, and keeps to the others', async () => {
	const merge = async (...args: string[]): Promise<void> => {
		const command = new Command('rag-assay').exitOverride().configureOutput({ writeErr: () => undefined });
		addCalibrate(command, { path: fileURLToPath(new URL('fake-runner.mjs', import.meta.url)), version: '0' }, () =>
			assert.fail('it does not end well'),
		);
		await command.parseAsync(['calibrate', ...args], { from: 'user' });
	};
	const out = ['--out', join(tmpdir(), 'nowhere.assay-profile.json'), '--quiet'];
	await assert.rejects(
		merge('merge', 's1.jsonl', ...out, '--alpha', '0.01', '--seed', '3', '--set', 'size=7', '--methods', 'mean-entropy'),
		{
			code: 'RA707',
			message: /^`calibrate merge` takes no --methods, --alpha, --seed, --set: /,
			hint: /give it to every `calibrate --shard`/,
		},
	);
	await assert.rejects(merge(...out, '--model', 'm', 'merge', 's1.jsonl'), { code: 'RA707', message: /takes no --model:/ });
	// The runner is asked, which this one cannot do.
	await assert.rejects(merge('merge', 's1.jsonl', ...out, '--json', '--offline'), {
		message: 'Unhandled method ragAssay/calibration/merge',
	});
});

test('a list of methods has no empty names', async () => {
	for (const list of ['spad,', ',spad', 'spad, ,repcs', ''])
		await assert.rejects(calibrate('--methods', list), {
			code: 'commander.invalidArgument',
			message: /Expected names by commas, and none is to be empty/,
		});
});

test('a number that is not allowed is answered with those that are', async () => {
	for (const [option, values, allowed] of [
		['--seed', ['1.5', '-1', 'x', ''], 'a whole number of at least 0'],
		['--draws', ['0', '1000', '2.5'], 'a whole number from 1 to 200'],
		['--alpha', ['0', '1', '2', '-1', 'x'], 'a number from 0.000001 to 0.999999'],
	] as const) {
		// oxlint-disable-next-line no-await-in-loop -- nothing waits
		for (const value of values)
			await assert.rejects(calibrate(`${option}=${value}`), {
				code: 'commander.invalidArgument',
				message: new RegExp(`'${option} <\\w+>' argument '${value}' is invalid\\. Expected ${allowed}\\.$`),
			});
	}
});

/** What the runner is asked for. */
async function asked(t: TestContext, ...args: string[]): Promise<Record<string, unknown>> {
	const file = join(temporaryFolder(t, 'calibrate-'), 'asked');
	process.env['FAKE_RUNNER_ASKED'] = file;
	try {
		await assert.rejects(calibrate(...args), { code: 'RA591' });
		return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	} finally {
		delete process.env['FAKE_RUNNER_ASKED'];
	}
}

test('options of methods are sent when they were given, and only then', async (t) => {
	const { options, seed, methods } = await asked(t);
	assert.deepEqual([options, seed, methods], [{}, 1, undefined]);
	assert.deepEqual((await asked(t, '--alpha', '0.01', '--protocol', 'II')).options, { alpha: 0.01, protocol: 'II' });
	assert.deepEqual((await asked(t, '--draws', '4', '--set', 'size=7', '--set', 'kind=round-robin')).options, {
		draws: 4,
		size: 7,
		kind: 'round-robin',
	});
});

test('any option is set by its name; what reads as a decimal number is one', async (t) => {
	const set = ['a=0.05', 'b=-1e-3', 'c=.5', 'd=0x10', 'e=1,5', 'f=x=y', 'g=1e999', 'toString=1'];
	const { options } = await asked(t, ...set.flatMap((one) => ['--set', one]));
	assert.deepEqual(options, { a: 0.05, b: -0.001, c: 0.5, d: '0x10', e: '1,5', f: 'x=y', g: '1e999', toString: 1 });
});

test('what is set has a name and a value, once', async () => {
	for (const wrong of ['alpha', '=1', 'alpha=', ''])
		await assert.rejects(calibrate('--set', wrong), {
			code: 'commander.invalidArgument',
			message: /Expected NAME=VALUE, such as alpha=0\.01\./,
		});
	await assert.rejects(calibrate('--set', 'size=1', '--set', 'size=2'), {
		code: 'commander.invalidArgument',
		message: /Expected each name once, and size was given before\./,
	});
	await assert.rejects(calibrate('--alpha', '0.1', '--set', 'alpha=0.2'), {
		code: 'RA708',
		message: /^`calibrate` was given `--alpha` and `--set alpha=…`, which are one option\.$/,
	});
	await assert.rejects(calibrate('--protocol', 'IV'), {
		code: 'commander.invalidArgument',
		message: /Allowed choices are auto, I, II, III\./,
	});
});

test('what fails its checks is forced only where its method is named', async (t) => {
	for (const flags of [['--force'], ['--set', 'force=yes']]) {
		await assert.rejects(calibrate(...flags), { code: 'RA710', message: /without `--methods`/ });
		assert.deepEqual((await asked(t, ...flags, '--methods', 'spad')).options, { force: 'yes' });
	}
});

test('a profile has a name, and not a long one', async () => {
	for (const name of ['', '  ', 'n'.repeat(121)])
		await assert.rejects(calibrate('--name', name), {
			code: 'commander.invalidArgument',
			message: /'--name <name>' argument .* Expected 1 to 120 characters\./,
		});
	// As long as may be: the runner is asked.
	await assert.rejects(calibrate('--name', ` ${'n'.repeat(120)} `), { code: 'RA591' });
});

test('there is no profile to name: calibrating makes one', async () => {
	await assert.rejects(calibrate('--profile', 'other.assay-profile.json'), { code: 'commander.unknownOption', message: /'--profile'/ });
});

test('a shard refuses what only a fit can do', async () => {
	await assert.rejects(calibrate('--shard', '1/2', '--html', 'page.html', '--compare', 'old.assay-profile.json'), {
		code: 'RA707',
		message: /^`calibrate --shard` takes no --compare, --html: /,
		hint: /calibrate merge/,
	});
});
