import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { cliPage, cliPageFile } from '../../../scripts/write-cli-page.ts';
import { commandTree } from '../../../src/cli/command-tree.ts';
import { examples } from '../../../src/cli/examples.ts';
import { commandPath } from '../../../src/cli/help.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
const commands = all(commandTree({ path: '', version: '' }, () => {})).filter(({ parent }) => parent !== null);

test('docs/cli.md is what the commands say of themselves (npx node scripts/write-cli-page.ts writes it)', () => {
	assert.equal(readFileSync(cliPageFile, 'utf8'), cliPage());
});

test('each command that does something has examples', () => {
	const doing = commands.filter((command) => command.commands.length === 0 || command.registeredArguments.length > 0);
	assert.deepEqual(doing.map(commandPath).toSorted(), Object.keys(examples).toSorted());
});

test('each example names a command, its options, and files of the repository that exist', () => {
	for (const { line } of Object.values(examples).flat()) {
		const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
		const named = commands.findLast((command) => `${line} `.startsWith(`${commandPath(command)} `));
		assert.ok(named !== undefined, line);
		const { unknown, operands } = named.parseOptions(words.slice(commandPath(named).split(' ').length));
		const ofParent = new Set(named.parent?.options.map(({ long }) => long));
		const flags = unknown.filter((word) => word.startsWith('-') && !ofParent.has(word));
		assert.deepEqual(flags, [], line);
		assert.ok(operands.length >= named.registeredArguments.filter(({ required }) => required).length, line);
		for (const word of words.filter((one) => one.startsWith('examples/'))) assert.ok(existsSync(`${root}${word}`), word);
	}
});

test('the help of a command has its own options first, then those of several commands, and no default of a switch', () => {
	const help = commands.find((command) => commandPath(command) === 'memory scan')!.helpInformation();
	const parts = ['Options:', '--history', '--help', 'Embedder:', '--embedder', 'Limits:', '--memory-limit', 'Output:', '--json'];
	const places = parts.map((part) => help.indexOf(part));
	assert.ok(!places.includes(-1), help);
	assert.deepEqual(
		places,
		places.toSorted((a, b) => a - b),
	);
	assert.doesNotMatch(help, /default: false|--device/);
});
