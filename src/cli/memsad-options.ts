import { Option, type Command } from 'commander';
import { memoryScanParams, memsadSettings } from '../protocol/memory.ts';
import { numberIn } from './common-options.ts';
import { optionGroups } from './help.ts';

/** Options about how entries of a memory are scored, and where thresholds lie. */
export interface MemsadOptions {
	readonly rule: 'conformal' | 'mean-plus-deviations';
	readonly alpha?: number;
	readonly kappa?: number;
	readonly rate?: number;
	readonly historyLength?: number;
}

/** Adds the options about scores and thresholds of memory entries. */
export function addMemsadOptions(command: Command): Command {
	const group = optionGroups.scores;
	const number = (flags: string, description: string, schema: Parameters<typeof numberIn>[0]): Option =>
		new Option(flags, description).argParser(numberIn(schema)).helpGroup(group);
	const { alpha, kappa, rate, historyLength } = memsadSettings;
	return command
		.addOption(
			new Option(
				'--rule <rule>',
				'How benign entries give thresholds: with a guaranteed false-positive rate, or by the mean and deviations above it',
			)
				.choices(memoryScanParams.shape.rule.unwrap().options)
				.default('conformal')
				.helpGroup(group),
		)
		.addOption(
			number(
				'--rate <share>',
				'Highest false-positive rate of all detectors together, with --rule conformal (default: 0.02)',
				rate.unwrap(),
			),
		)
		.addOption(number('--kappa <n>', 'Deviations above the mean, with --rule mean-plus-deviations (default: 2)', kappa.unwrap()))
		.addOption(
			number(
				'--alpha <share>',
				'Share of the nearest query in an entry\u2019s score; the rest is the mean over all queries (default: 0.5)',
				alpha.unwrap(),
			),
		)
		.addOption(number('--history-length <n>', 'How many of the last queries count (default: 1000)', historyLength.unwrap()));
}

/** Ends the command where an option would change nothing: that is a mistake. @param reference `null`: the command makes thresholds of the store's own entries */
export function refuseUseless(
	command: Command,
	{
		rule,
		alpha,
		kappa,
		rate,
		historyLength,
		history,
		reference,
	}: MemsadOptions & { readonly history?: string; readonly reference?: string | null },
): void {
	if (kappa !== undefined && rule !== 'mean-plus-deviations') command.error('error: --kappa needs --rule mean-plus-deviations');
	if (rate !== undefined && rule !== 'conformal') command.error('error: --rate needs --rule conformal');
	if (reference === undefined && (kappa !== undefined || rate !== undefined))
		command.error(`error: ${kappa === undefined ? '--rate' : '--kappa'} needs benign entries: name them with --reference`);
	if (history === undefined && (alpha !== undefined || historyLength !== undefined))
		command.error(`error: ${alpha === undefined ? '--history-length' : '--alpha'} needs queries: name them with --history`);
}

/** Returns these options as the runner takes them. */
export function memsadSettingsOf({ rule, alpha, kappa, rate, historyLength }: MemsadOptions): MemsadOptions {
	return {
		rule,
		...(alpha === undefined ? {} : { alpha }),
		...(kappa === undefined ? {} : { kappa }),
		...(rate === undefined ? {} : { rate }),
		...(historyLength === undefined ? {} : { historyLength }),
	};
}
