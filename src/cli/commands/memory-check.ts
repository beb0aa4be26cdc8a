import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { firstInvalidByte } from '../../files/invalid-utf8.ts';
import { requireBytes } from '../../files/read-file.ts';
import { CheckEntry } from '../../protocol/memory.ts';
import { isStoreAddress } from '../../wording/store-names.ts';
import { addEngineOptions, addProfileOption, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { countsAt, levels, type Level } from '../finding-levels.ts';
import { addMemsadOptions, memsadSettingsOf, refuseUseless, type MemsadOptions } from '../memsad-options.ts';
import { memoryCheckText } from '../output/memory-text.ts';
import type { MemoryCheckOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

interface CheckOptions extends CommonOptions, MemsadOptions {
	readonly text?: string;
	readonly file?: string;
	readonly history?: string;
	readonly reference?: string;
	readonly trigger?: string;
	readonly proactive: boolean;
	readonly failOn: Level;
}

/** The most that is read of standard input, in bytes: as much as of a file. */
const longestInput = fileKinds.trace.max;

/** The text to judge. @throws {UserError} RA506 for a file that cannot be read, RA143 for one that is not UTF-8, RA712 for a text without a word */
async function textOf({ text, file }: Pick<CheckOptions, 'text' | 'file'>): Promise<string> {
	const given = text ?? utf8Text(file === '-' ? await standardInput() : await requireBytes(resolve(file!), fileKinds.trace), file!);
	if (given.trim() !== '') return given;
	throw new UserError(errorNumbers.nothingToCheck, 'There is no text to check.', {
		hint: 'Name it with --text, or a file with --file; --file - reads standard input.',
	});
}

/** What an agent stores and what was judged have to be the same: nothing is replaced. */
function utf8Text(bytes: Buffer, file: string): string {
	const byte = firstInvalidByte(bytes);
	if (byte === null) return bytes.toString('utf8');
	const from = file === '-' ? 'Standard input' : 'This file';
	throw new UserError(errorNumbers.notUtf8, `${from} is not UTF-8: byte ${(byte + 1).toLocaleString('en')} is no part of a character.`, {
		...(file === '-' ? {} : { place: { file: resolve(file) } }),
		hint: 'Save it in UTF-8, and check it again.',
	});
}

async function standardInput(): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	const input: AsyncIterable<Buffer> = process.stdin;
	for await (const piece of input) {
		pieces.push(piece);
		bytes += piece.length;
		if (bytes > longestInput)
			throw new UserError(errorNumbers.nothingToCheck, `Standard input has more than ${longestInput.toLocaleString('en')} bytes.`, {
				hint: 'Check one entry at a time.',
			});
	}
	return Buffer.concat(pieces);
}

async function check(program: RunnerProgram, store: string, options: CheckOptions): Promise<ExitStatus> {
	const { history, reference, trigger, proactive, failOn } = options;
	const text = await textOf(options);
	return withRunner(program, options, async ({ client, console }) => {
		const found = await client.ask(CheckEntry, {
			token: randomUUID(),
			store: isStoreAddress(store) ? store : resolve(store),
			text,
			proactive,
			...memsadSettingsOf(options),
			...(history === undefined ? {} : { history: resolve(history) }),
			...(reference === undefined ? {} : { reference: resolve(reference) }),
			...(trigger === undefined ? {} : { trigger }),
		});
		const accepted = !countsAt(found.record, failOn);
		if (options.json) console.json({ schema: 'rag-assay/memory-check@1', accepted, ...found } satisfies MemoryCheckOutput);
		else console.write(memoryCheckText(found, { accepted, depth: console.depth }));
		return accepted ? exitStatus.done : exitStatus.findings;
	});
}

export function addMemoryCheck(memory: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addMemsadOptions(
		addProfileOption(
			addEngineOptions(
				memory
					.command('check')
					.argument('<store>', 'The memory that the entry will be stored in: a file, a folder, or an address', someText)
					.description('Judge one entry before it is stored, as a scan would. Never writes the store'),
				{ embedder: true },
			),
		),
	)
		.option('--text <text>', 'The entry')
		.option('--file <file>', 'File that holds the entry; - reads standard input', someText)
		.option('--history <file>', 'Queries that the agent was asked: JSON Lines, or traces', someText)
		.option('--reference <file>', 'Entries that you know are benign. Thresholds come from them', someText)
		.option('--trigger <text>', 'A suspected trigger. It is appended to the queries that the entry is compared with', someText)
		.option('--proactive', 'Also compare the entry with probe queries. This also flags long benign entries', false)
		.addOption(
			new Option('--fail-on <level>', 'Reject the entry, and exit with 1, if there are findings of this level or above')
				.choices(levels)
				.default('warning'),
		)
		.action(async (store: string, options: CheckOptions, self: Command) => {
			if ((options.text === undefined) === (options.file === undefined))
				self.error('error: name the entry either with --text or with --file; --file - reads standard input');
			refuseUseless(self, options);
			done(await check(program, store, options));
		});
}
