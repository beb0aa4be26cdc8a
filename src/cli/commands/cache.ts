import type { Command } from 'commander';
import { plural } from '../../wording/phrases.ts';
import { ClearCache, GetCaches, type Caches } from '../../protocol/requests.ts';
import { addOutputOptions, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { oneLine } from '../output/plain-text.ts';
import type { CacheClearOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

type ClearOptions = Pick<CommonOptions, 'json' | 'quiet'>;

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** What was removed, and what stays. */
export function clearedText({ files, bytes }: { readonly files: number; readonly bytes: number }, { cuda }: Pick<Caches, 'cuda'>): string {
	const stays =
		cuda.files === 0
			? 'Downloaded models stay.'
			: `Downloaded models stay, and so do CUDA's libraries (${mebibytes(cuda.bytes)}): to remove them, delete the folder ${oneLine(cuda.folder)}`;
	return `${plural(files, 'file')} of cached results and instrumented graphs removed (${mebibytes(bytes)}). ${stays}\n`;
}

async function clear(program: RunnerProgram, { json, quiet }: ClearOptions): Promise<ExitStatus> {
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, async ({ client, console }) => {
		const { files, bytes } = await client.ask(ClearCache, null);
		const output: CacheClearOutput = { schema: 'rag-assay/cache-clear@1', files, bytes };
		if (json) console.json(output);
		else if (!quiet) console.write(clearedText({ files, bytes }, await client.ask(GetCaches, null)));
		return exitStatus.done;
	});
}

export function addCache(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const cache = parent.command('cache').description('Results and instrumented graphs that are kept on disk');
	addOutputOptions(
		cache
			.command('clear')
			.description('Remove all cached results, which contain text of your traces, and the instrumented graphs of models'),
	).action(async (options: ClearOptions) => done(await clear(program, options)));
}
