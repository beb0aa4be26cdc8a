import assert from 'node:assert/strict';
import { Command } from 'commander';
import { describe, it } from 'node:test';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../../../src/cli/private-options.ts';
import { privateSettings } from '../../../src/formats/private-settings.ts';

const command = (): Command =>
	addPrivateOptions(new Command('generate'))
		.exitOverride()
		.configureOutput({ writeErr: () => undefined });
const expertOf = async (...args: readonly string[]) =>
	(await privateSettingsOf(command().parse(args, { from: 'user' }).opts<PrivateOptions>())).expert;

describe('settings of private answers on the command line', () => {
	const plain = privateSettings.parse({}).expert;

	for (const [option, text, member, value] of [
		['--filter-k', '3', 'filtered', 3],
		['--keywords', '7', 'keywords', 7],
		['--candidates', '12', 'candidates', 12],
		['--gate', '0.75', 'gate', 0.75],
	] as const)
		it(`${option} sets ${member}, and nothing else`, async () => {
			assert.notEqual(plain[member], value);
			assert.deepEqual(await expertOf(option, text), { ...plain, countFacts: true, [member]: value });
		});

	it('refuses numbers that cannot be', () => {
		for (const [option, text] of [
			['--filter-k', '0'],
			['--keywords', '1.5'],
			['--candidates', 'many'],
			['--gate', '1.5'],
		] as const)
			assert.throws(() => command().parse([option, text], { from: 'user' }), { code: 'commander.invalidArgument' });
	});
});
