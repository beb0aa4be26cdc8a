import assert from 'node:assert/strict';
import { Command } from 'commander';
import { test } from 'node:test';
import { addMemsadOptions, memsadSettingsOf, refuseUseless, type MemsadOptions } from '../../../src/cli/memsad-options.ts';

/** What a command that has these options takes from a command line, or what it says against it. */
function parsed(line: string, reference: boolean | null = true): object | string {
	let [said, settings]: [string, object] = ['', {}];
	const command = addMemsadOptions(new Command('scan'))
		.option('--history <file>')
		.option('--reference <file>')
		.exitOverride()
		.configureOutput({
			writeErr: (text) => {
				said += text;
			},
		})
		.action((options: MemsadOptions & { history?: string; reference?: string }, self: Command) => {
			refuseUseless(self, reference === null ? { ...options, reference: null } : options);
			settings = memsadSettingsOf(options);
		});
	try {
		command.parse(line.split(' '), { from: 'user' });
	} catch {
		return said.trim();
	}
	return settings;
}

test('options of scores and thresholds reach the runner', () => {
	const both = '--history h --reference r';
	assert.deepEqual(parsed(both), { rule: 'conformal' });
	assert.deepEqual(parsed(`${both} --alpha 0 --rate 0.1 --history-length 50`), {
		rule: 'conformal',
		alpha: 0,
		rate: 0.1,
		historyLength: 50,
	});
	assert.deepEqual(parsed(`${both} --rule mean-plus-deviations --kappa 3`), { rule: 'mean-plus-deviations', kappa: 3 });
	// A command that makes thresholds of the store's own entries takes no reference.
	assert.deepEqual(parsed('--history h --rate 0.1', null), { rule: 'conformal', rate: 0.1 });
});

test('values out of range, and options that would change nothing, get a message', () => {
	for (const [line, message] of [
		['--alpha 1.5', /--alpha <share>' argument '1\.5' is invalid\. Expected a number from 0 to 1/],
		['--alpha x', /--alpha/],
		['--kappa -1', /--kappa <n>' argument '-1' is invalid\. Expected a number/],
		['--rate 0', /--rate <share>' argument '0' is invalid/],
		['--rate 0.9', /--rate/],
		['--history-length 0', /--history-length <n>' argument '0' is invalid\. Expected a whole number/],
		['--history-length 2.5', /--history-length/],
		['--rule median', /Allowed choices are conformal, mean-plus-deviations/],
		['--history h --reference r --kappa 3', /--kappa needs --rule mean-plus-deviations/],
		['--history h --reference r --rule mean-plus-deviations --rate 0.1', /--rate needs --rule conformal/],
		['--history h --rule mean-plus-deviations --kappa 3', /--kappa needs benign entries: name them with --reference/],
		['--history h --rate 0.1', /--rate needs benign entries: name them with --reference/],
		['--alpha 0.3', /--alpha needs queries: name them with --history/],
		['--history-length 9', /--history-length needs queries: name them with --history/],
	] as const) {
		const said = parsed(line);
		assert.ok(typeof said === 'string', line);
		assert.match(said, message);
	}
});
