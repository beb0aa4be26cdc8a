import assert from 'node:assert/strict';
import { Command } from 'commander';
import { describe, it } from 'node:test';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../../../src/cli/private-options.ts';
import { UserError } from '../../../src/errors.ts';
import { privateSettings } from '../../../src/formats/private-settings.ts';

const command = (): Command =>
	addPrivateOptions(new Command('generate'))
		.exitOverride()
		.configureOutput({ writeErr: () => undefined });
const expertOf = async (...args: readonly string[]) =>
	(await privateSettingsOf(command().parse(args, { from: 'user' }).opts<PrivateOptions>())).expert;

describe('settings of private answers on the command line', () => {
	const plain = privateSettings.parse({}).expert;

	for (const [option, text, member, value, needs] of [
		['--filter-k', '3', 'filtered', 3, ['--filter', 'top-k']],
		['--keywords', '7', 'keywords', 7, ['--vocabulary', 'README.md']],
		['--candidates', '12', 'candidates', 12, ['--decoder', 'per-token']],
		['--gate', '0.75', 'gate', 0.75, ['--decoder', 'gated-votes']],
	] as const) {
		it(`${option} sets ${member}, and nothing else`, async () => {
			assert.notEqual(plain[member], value);
			const filter = option === '--filter-k' ? { filter: 'top-k' } : {};
			assert.deepEqual(await expertOf(option, text, ...needs), { ...plain, countFacts: true, ...filter, [member]: value });
		});

		it(`${option} is refused where it has no effect, with what it needs`, () =>
			assert.rejects(expertOf(option, text), (error) => {
				assert.ok(error instanceof UserError && error.code === 'RA713');
				assert.ok(error.message.startsWith(`${option} has no effect here: it needs `), error.message);
				return error.message.includes(needs[0]);
			}));
	}

	it('refuses other options that would be ignored, and none that is not', async () => {
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		for (const [args, message] of [
			[['--decoder', 'per-token', '--payments', '3'], /^--payments .* --decoder gated-votes\.$/],
			[['--clip-bound', '1'], /^--clip-bound .* --decoder per-token\.$/],
			[['--decoder', 'gated-votes', '--subsets', '4'], /^--subsets /],
			[['--decoder', 'gated-votes', '--wordings'], /^--wordings .* --decoder sentence-vote\.$/],
			[['--filter', 'top-k', '--split', '0.7/0/0.3'], /^--filter .* a share of ε for the filter in --split\.$/],
			[['--vocabulary', 'README.md', '--keywords', '2', '--split', '0.7/0.3/0'], /^--keywords .* in --split\.$/],
		] as const)
			await assert.rejects(expertOf(...args), { code: 'RA713', message });
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		for (const args of [['--wordings'], ['--decoder', 'gated-votes', '--candidates', '5'], ['--filter', 'none', '--split', '1/0/0']])
			await expertOf(...args);
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
