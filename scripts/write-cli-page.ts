/**
 * Writes `docs/cli.md` from the commands in the code. A unit test fails if the page is not what would be written.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { commandTree } from '../src/cli/command-tree.ts';
import { examples } from '../src/cli/examples.ts';
import { commandPath, describeOption, optionGroups } from '../src/cli/help.ts';

export const cliPageFile = fileURLToPath(new URL('../docs/cli.md', import.meta.url));

const introduction = `# Commands

Every command starts with \`npx rag-assay\` in a clone, after \`npm run build\`. \`rag-assay COMMAND --help\` shows the same text as this page.

- **Exit status.** 0: done. 1: done, and there are findings at or above \`--fail-on\`. 2: the input or the options are wrong. 3: the model, the runner or a store failed. 130: you stopped it. Only \`queries screen --follow\` then ends with 0 or 1, depending on its findings. [Errors](errors.md) lists the numbers of all messages.
- **Output.** \`--json\` prints one object per line. The schemas are in [schemas](schemas). \`start\` and \`end\` are UTF-16 offsets into the file. Progress and messages go to standard error.
- **Color.** \`NO_COLOR\` and \`FORCE_COLOR\` work as usual. Without color, marks below the lines show the same information.`;

/** Returns the page: each command with its own options and examples, then the options that several commands share. */
export function cliPage(): string {
	const root = commandTree({ path: '', version: '' }, () => {});
	const shared = new Map<string, Map<string, string>>();
	const sections = leavesOf(root).map((command) => section(command, shared));
	const groups = inOrder([...shared.keys()]).map((group) => `### ${group.replace(':', '')}\n\n${table([...shared.get(group)!])}`);
	return `${[introduction, ...sections, '## Options of several commands', ...groups].join('\n\n')}\n`;
}

function leavesOf(command: Command): Command[] {
	const below = command.commands.flatMap(leavesOf);
	return command.parent !== null && (below.length === 0 || command.registeredArguments.length > 0) ? [command, ...below] : below;
}

function section(command: Command, shared: Map<string, Map<string, string>>): string {
	const path = commandPath(command);
	const own: [string, string][] = command.registeredArguments.map(({ description }, i) => [argumentFlags(command, i), description]);
	const groups = new Set<string>();
	const help = command.createHelp();
	const ofParent = help.showGlobalOptions ? help.visibleGlobalOptions(command) : [];
	for (const option of [...command.options, ...ofParent].filter(({ hidden }) => !hidden)) {
		const group = ofParent.includes(option) ? undefined : option.helpGroupHeading;
		if (group === undefined) own.push(row(option));
		else {
			groups.add(group);
			shared.set(group, (shared.get(group) ?? new Map<string, string>()).set(...row(option)));
		}
	}
	const also = inOrder([...groups]).map(anchor);
	const lines = (examples[path] ?? []).map(({ does, line }) => `    # ${does}\n    rag-assay ${line}`);
	return [
		`## ${path}`,
		`${command.description()}.`,
		lines.join('\n'),
		...(own.length === 0 ? [] : [table(own)]),
		...(also.length === 0 ? [] : [`Options of several commands: ${also.join(', ')}.`]),
	].join('\n\n');
}

function inOrder(groups: readonly string[]): string[] {
	const order = Object.values<string>(optionGroups);
	return groups.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

function argumentFlags(command: Command, i: number): string {
	const argument = command.registeredArguments[i]!;
	const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
	return argument.required ? `<${name}>` : `[${name}]`;
}

function row(option: Option): [string, string] {
	return [option.flags, `${describeOption(option)}${option.mandatory ? ' (required)' : ''}`];
}

function anchor(group: string): string {
	const name = group.replace(':', '');
	return `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`;
}

function table(rows: readonly (readonly [string, string])[]): string {
	const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');
	const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
	return `| option | what it does |\n| --- | --- |\n${rows.map(([flags, does]) => `| ${code(flags)} | ${cell(does)} |`).join('\n')}`;
}

if (import.meta.main) writeFileSync(cliPageFile, cliPage());
