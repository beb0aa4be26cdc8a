import { resolve } from 'node:path';
import type { Command } from 'commander';
import { MarkQueriesBenign, WriteMoments } from '../../protocol/queries.ts';
import { plural } from '../../wording/phrases.ts';
import { takenBackFrom } from '../../wording/memory-phrases.ts';
import { addOutputOptions, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import type { QueryMomentsOutput, QueryBenignOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { addAgainstOptions, addQueriesScreen, againstOf, type AgainstOptions } from './queries-screen.ts';

interface MomentsOptions extends AgainstOptions {
	readonly out: string;
	readonly force: boolean;
}

async function moments(program: RunnerProgram, store: string, options: MomentsOptions): Promise<ExitStatus> {
	return withRunner(program, options, async ({ client, console }) => {
		const { out, force, json } = options;
		const written = await client.ask(WriteMoments, { ...againstOf({ ...options, store }), output: resolve(out), force });
		const { file, documents, bytes, says } = written;
		if (json) console.json({ schema: 'rag-assay/query-moments@1', ...written } satisfies QueryMomentsOutput);
		else
			console.write(
				`${[`Moments of ${plural(documents, 'document')} (${bytes.toLocaleString('en')} bytes). Written: ${file}`, ...says].join('\n')}\n`,
			);
		return exitStatus.done;
	});
}

interface BenignOptions extends Pick<CommonOptions, 'json' | 'quiet'> {
	readonly query: string[];
	readonly note?: string;
	readonly by?: string;
	readonly undo: boolean;
}

async function benign(program: RunnerProgram, command: Command, log: string, options: BenignOptions): Promise<ExitStatus> {
	const { query: ids, note, by: who, undo, json, quiet } = options;
	if (!undo && note === undefined)
		command.error("error: option '--note <text>' is needed: say why the query is benign", { exitCode: exitStatus.wrongInput });
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, async ({ client, console }) => {
		const { file, changed, by } = await client.ask(MarkQueriesBenign, { queries: resolve(log), ids, who, note: note ?? '', benign: !undo });
		if (json) console.json({ schema: 'rag-assay/query-benign@1', file, changed, by } satisfies QueryBenignOutput);
		else if (changed === 0)
			console.write(undo ? 'Not marked benign before: nothing has changed.\n' : 'Marked benign by you before: nothing has changed.\n');
		else
			console.write(
				`${plural(changed, 'query', 'queries')} ${undo ? 'no longer marked' : 'marked'} benign${takenBackFrom(by)}. Written: ${file}\n`,
			);
		return exitStatus.done;
	});
}

export function addQueries(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const queries = parent
		.command('queries')
		.description('Find queries that try to learn whether you have one particular document (docs/query-screening.md)');
	addQueriesScreen(queries, program, done);
	addAgainstOptions(
		queries
			.command('moments')
			.argument('<store>', 'The documents: a file, a folder, or the address of a store')
			.description('Write the file that your own middleware needs to screen queries. Its size does not depend on the store'),
	)
		.requiredOption('--out <file>', 'File to write, for example docs.moments.json', someText)
		.option('--force', 'Overwrite an existing file', false)
		.action(async (store: string, options: MomentsOptions) => done(await moments(program, store, options)));
	addOutputOptions(queries.command('benign'))
		.argument('<queries>', 'The query log')
		.description('Mark queries as benign, by the hash of their text. They are no longer reported')
		.requiredOption('--query <id...>', 'IDs of queries, as a screening prints them')
		.option('--note <text>', 'Reason; required unless you use --undo', someText)
		.option('--by <name>', 'Your name, for the record (default: git\u2019s user name)', someText)
		.option('--undo', 'Remove the mark', false)
		.action(async (log: string, options: BenignOptions, command: Command) => done(await benign(program, command, log, options)));
}
