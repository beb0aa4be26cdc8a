import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { AnalysisMethodName } from '../../formats/analysis-methods.ts';
import { FileAnalyzed } from '../../protocol/requests.ts';
import { WatchBegan, WatchFile, WatchRemark } from '../../protocol/watch-file.ts';
import { readableAnalysis } from '../../report/readable-analysis.ts';
import { addEngineOptions, addProfileOption, type CommonOptions } from '../common-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { addMapOption, type MapOptions } from '../map-option.ts';
import { dim, paint } from '../output/color.ts';
import { suspectLines, suspectsOf } from '../output/findings-summary.ts';
import { oneLine } from '../output/plain-text.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { methodList, methodsInWords } from './analyze.ts';

interface WatchOptions extends CommonOptions, Pick<MapOptions, 'map'> {
	readonly all: boolean;
	readonly methods?: AnalysisMethodName[];
}

async function watch(program: RunnerProgram, file: string, options: WatchOptions): Promise<ExitStatus> {
	const { json, quiet, map, methods, all } = options;
	return withRunner(program, options, async ({ client, console }) => {
		const token = randomUUID();
		const path = resolve(file);
		client.on(FileAnalyzed, ({ token: to, record, response }) => {
			if (to !== token) return;
			if (json) return console.json(record);
			const suspects = suspectsOf(record, readableAnalysis({ record, response }));
			const name = `${file}, ${record.trace.id}`;
			if (suspects.length > 0) console.write(`${suspects.flatMap((suspect) => suspectLines(suspect, name, console)).join('\n')}\n`);
			else if (!quiet) console.write(`${paint(console.depth, dim, `  ${oneLine(name)}: nothing flagged`)}\n`);
		});
		client.on(WatchBegan, ({ token: to }) => {
			if (to === token && !quiet) console.complain(`Watching ${oneLine(file)} for new answers. To stop, press Ctrl-C.`);
		});
		client.on(WatchRemark, ({ token: to, message, line, hint }) => {
			if (to !== token) return;
			const place = line === undefined ? file : `${file}:${line}`;
			console.complain(oneLine(`${place}: ${message}${hint === '' ? '' : ` ${hint}`}`));
		});
		// Only whoever stops it ends it.
		return client.ask(WatchFile, {
			token,
			path,
			all,
			...(methods === undefined ? {} : { methods }),
			...(map === undefined ? {} : { mapping: map }),
		});
	});
}

export function addWatch(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = addProfileOption(
		addEngineOptions(
			parent
				.command('watch')
				.argument('<file>', 'A JSON Lines file to which an application appends its answers, or spans of OpenTelemetry')
				.description('Analyze answers as your application appends them to a file, until Ctrl-C'),
			{ model: true },
		),
	)
		.option('--all', 'Also analyze the answers that are in the file already', false)
		.addOption(
			new Option('--methods <list>', `Methods to run, separated by commas: ${methodsInWords()}; default: all`).argParser(methodList),
		);
	addMapOption(command).action(async (file: string, options: WatchOptions) => done(await watch(program, file, options)));
}
