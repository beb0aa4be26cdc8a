import type { Command, Help, Option } from 'commander';
import { examples } from './examples.ts';

/** Headings of the options that several commands share. A command's own options come first, without one of these. */
export const optionGroups = {
	model: 'Model:',
	embedder: 'Embedder:',
	scores: 'Scores of memory entries:',
	limits: 'Limits:',
	output: 'Output:',
} as const;

/** Returns a command's name with those of the commands that it belongs to, without the program's: `memory scan`. */
export function commandPath(command: Command): string {
	const { parent } = command;
	return parent === null ? '' : `${commandPath(parent)} ${command.name()}`.trim();
}

/** Adds the examples of a command and of all below it to the end of their help. */
export function addExamples(command: Command): void {
	const own = examples[commandPath(command)];
	if (own !== undefined)
		command.addHelpText('after', `\nExamples:\n${own.map(({ does, line }) => `  # ${does}\n  rag-assay ${line}`).join('\n')}`);
	for (const sub of command.commands) addExamples(sub);
}

/** Lists options of the command above in a command's help, because it takes them, too. @param names as in `Option.attributeName` */
export function showOptionsOfParent(command: Command, names: ReadonlySet<string>): Command {
	return command.configureHelp({
		...command.configureHelp(),
		showGlobalOptions: true,
		visibleGlobalOptions: ({ parent }) => parent?.options.filter((option) => names.has(option.attributeName())) ?? [],
	});
}

/** Orders and words the help of a command and of those that are added to it later: its own options first, and no default that goes without saying. */
export function configureProductHelp(command: Command): Command {
	return command.configureHelp({
		groupItems<T extends Command | Option>(this: Help, _all: T[], visible: T[], groupOf: (item: T) => string) {
			const groups = new Map<string, T[]>();
			const shared = Object.values<string>(optionGroups);
			const place = (item: T): number => shared.indexOf(groupOf(item));
			for (const item of visible.toSorted((a, b) => place(a) - place(b))) {
				const group = groups.get(groupOf(item)) ?? [];
				groups.set(groupOf(item), [...group, item]);
			}
			return groups;
		},
		optionDescription: describeOption,
	});
}

/** Returns what an option does, which values it takes, and what it is without it. A switch is off without it, and that is not said. */
export function describeOption({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
	const choices = argChoices === undefined ? [] : [argChoices.join(', ')];
	const value: unknown = defaultValue;
	const worded = defaultValueDescription ?? (Array.isArray(value) ? value.join(',') : String(value));
	const unsaid = worded === '' || (defaultValueDescription === undefined && (value === undefined || typeof value === 'boolean'));
	const extra = [...choices, ...(unsaid ? [] : [`default: ${worded}`])];
	return extra.length === 0 ? description : `${description} (${extra.join('; ')})`;
}
