import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
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
	const ancestor = base === undefined ? emptySidecar : await read(base, true);
	const text = formatSidecar(mergeSidecars(await read(ours), await read(theirs), ancestor));
	if (out === undefined) process.stdout.write(process.stdout.isTTY ? terminalJson(text) : text);
	else await write(out, text);
	return exitStatus.done;
}

/** `mayBeEmpty`: git hands over an empty file where two branches have no common ancestor. */
async function read(file: string, mayBeEmpty = false): Promise<Sidecar> {
	const text = await requireText(file, { ...fileKinds.sidecar, hint: 'Name a NAME.rag-assay.json.' });
	return mayBeEmpty && text === '' ? emptySidecar : readSidecar(text, file);
}

async function write(file: string, text: string): Promise<void> {
	try {
		await writeFile(file, text);
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableFile, `The sidecar cannot be written: ${systemReason(cause)}.`, {
			place: { file },
			hint: 'Name a file in a folder that exists and is writable.',
			cause,
		});
	}
}

export function addLabels(parent: Command, done: (status: ExitStatus) => void): void {
	const labels = parent
		.command('labels')
		.description('what people have said of sentences, memory entries and queries, in sidecars (NAME.rag-assay.json)');
	labels
		.command('merge')
		.argument('<ours>')
		.argument('<theirs>')
		.description("join what two people have said: labels are kept for each person, and of one person's the later word")
		.option('--base <file>', 'their common ancestor: what one side has taken away since is gone')
		.option('--out <file>', 'write it here, not to the terminal; may be one of the two')
		.action(async (ours: string, theirs: string, options: MergeOptions) => done(await merge(ours, theirs, options)));
}
