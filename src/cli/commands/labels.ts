import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { changeFile } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { emptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { formatSidecar, readSidecar } from '../../formats/sidecar-file.ts';
import { mergeSidecars } from '../../formats/merge-sidecars.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { terminalJson } from '../output/terminal-text.ts';

interface MergeOptions {
	readonly base?: string;
	readonly out?: string;
}

/** Joins two sidecars; `out` may be one of them, as version control's merge drivers have it. */
async function merge(ours: string, theirs: string, { base, out }: MergeOptions): Promise<ExitStatus> {
	const joined = async (textOf: (file: string) => Promise<string>): Promise<string> => {
		const read = async (file: string): Promise<Sidecar> => readSidecar(await textOf(file), file);
		return formatSidecar(
			mergeSidecars(await read(ours), await read(theirs), base === undefined ? emptySidecar : await ancestor(base, textOf)),
		);
	};
	if (out !== undefined) await change(out, joined);
	else {
		const text = await joined(inputText);
		process.stdout.write(process.stdout.isTTY ? terminalJson(text) : text);
	}
	return exitStatus.done;
}

/** Git hands over an empty file where two branches have no common ancestor. */
async function ancestor(base: string, textOf: (file: string) => Promise<string>): Promise<Sidecar> {
	const text = await textOf(base);
	return text === '' ? emptySidecar : readSidecar(text, base);
}

function inputText(file: string): Promise<string> {
	return requireText(file, { ...fileKinds.sidecar, hint: 'Name a NAME.rag-assay.json.' });
}

/**
 * Writes what was joined. The editor and other people's commands may label at the same time: an input that is `out` counts as it is when it is replaced, so that
 * `joined` may be called again.
 */
async function change(out: string, joined: (textOf: (file: string) => Promise<string>) => Promise<string>): Promise<void> {
	// Through a link its target is changed, and the link stays.
	const target = await placeOf(out);
	await changeFile(
		target,
		async (there) => {
			const text = await joined(async (file) => (there !== undefined && (await placeOf(file)) === target ? there : inputText(file)));
			return { text, result: undefined };
		},
		{
			kind: fileKinds.sidecar,
			notWritable: (cause) =>
				new UserError(errorNumbers.unwritableFile, `The sidecar cannot be written: ${systemReason(cause)}.`, {
					place: { file: out },
					hint: 'Name a file in a folder that exists and is writable.',
					cause,
				}),
		},
	);
}

/** Returns one name for each file. Where there is no such name, the reading of the file says why. */
function placeOf(file: string): Promise<string> {
	return realpath(file).catch(() => resolve(file));
}

export function addLabels(parent: Command, done: (status: ExitStatus) => void): void {
	const labels = parent
		.command('labels')
		.description('Labels that people gave to sentences, memory entries and queries (in NAME.rag-assay.json)');
	labels
		.command('merge')
		.argument('<ours>', 'Your file')
		.argument('<theirs>', 'The other person\u2019s file')
		.description('Join the labels of two people. Labels are kept per person; a person\u2019s later label wins')
		.option('--base <file>', 'Their common ancestor. Labels that one side removed since then stay removed')
		.option('--out <file>', 'Write the result to this file, not to the terminal. It may be one of the two')
		.action(async (ours: string, theirs: string, options: MergeOptions) => done(await merge(ours, theirs, options)));
}
