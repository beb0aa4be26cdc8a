import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { describeError, systemReason, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { traceName } from '../../formats/file-names.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import { problemErrors, readNamedTraces, type NamedTraces } from '../../formats/read-traces.ts';
import { isFailure, type Trace } from '../../formats/trace.ts';
import { writeRagMarkdown, type NotWritten } from '../../formats/write-rag-md.ts';
import { plural } from '../../wording/phrases.ts';
import { worstStatus, type ExitStatus } from '../exit-status.ts';
import { addMapOptions, keepMapping, type MapOptions } from '../map-option.ts';
import { red, paint } from '../output/color.ts';
import { processConsole, type Console } from '../output/console.ts';
import { foreignFilesOf, traceFiles } from '../trace-files.ts';

interface ConvertOptions extends MapOptions {
	readonly out: string;
	readonly force: boolean;
}

/** A file to write. */
interface Converted {
	readonly path: string;
	readonly text: string;
	readonly notWritten: readonly NotWritten[];
}

/** Longest part of a file's name that is made of a trace's ID. */
const longestName = 80;

async function convert(paths: readonly string[], options: ConvertOptions): Promise<ExitStatus> {
	const { out, map, force } = options;
	const console = processConsole(false);
	const files = traceFiles(paths, { dataSets: true, foreign: await foreignFilesOf(paths, map) });
	const taken = new Set<string>();
	const converted: Converted[] = [];
	const failures: UserError[] = [];
	/** Lists of mappings without which files were read, by their path. */
	const broken = new Map<string, UserError>();
	for (const { path } of files) {
		try {
			// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
			const { traces, problems, brokenMappings } = await read(path, map);
			failures.push(...problems);
			// A list of mappings is read for each file of its folder.
			if (brokenMappings !== undefined) broken.set(brokenMappings.place?.file ?? path, brokenMappings);
			for (const trace of traces) converted.push({ path: join(out, nameOf(trace, path, taken)), ...writeRagMarkdown(trace) });
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			const isKnown = failures.some(({ code, place }) => code === errorNumbers.malformedMappings && place?.file === error.place?.file);
			if (error.code !== errorNumbers.malformedMappings || !isKnown) failures.push(error);
		}
	}
	if (!force) requireFree(converted.map(({ path }) => path));
	await write(out, converted);
	const kept = await keepMapping(options, files, (path) => !failures.some(({ place }) => place?.file === path));
	for (const file of kept) console.complain(`RAG Assay saved this mapping in ${file}.`);
	for (const [file, error] of broken) if (!failures.some(({ place }) => place?.file === file)) console.complain(describeError(error));
	for (const failure of failures) console.complain(paint(console.errorDepth, red, describeError(failure)));
	tellLeftOut(converted, console);
	console.write(`${plural(converted.length, 'trace')} written to ${out}\n`);
	return worstStatus(failures);
}

async function read(
	path: string,
	map: RowMapping | undefined,
): Promise<Pick<NamedTraces, 'traces' | 'brokenMappings'> & { readonly problems: readonly UserError[] }> {
	const texts = new Map<string, string>();
	const textOf = async (file: string): Promise<string | undefined> => {
		const text = await readText(file, fileKinds.dataSet);
		if (text !== undefined) texts.set(file, text);
		return text;
	};
	const { traces, problems, brokenMappings } = await readNamedTraces(path, (await textOf(path)) ?? '', textOf, map);
	const errors = problemErrors(problems.filter(isFailure), (document) => texts.get(document) ?? '');
	return { traces, problems: errors, ...(brokenMappings === undefined ? {} : { brokenMappings }) };
}

/** A file's name for a trace: the source's and the trace's own, without what file systems mind. */
function nameOf({ id }: Trace, source: string, taken: Set<string>): string {
	const stem = traceName(source);
	const own = id
		.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
		.replaceAll(/^[.-]+|[.-]+$/g, '')
		.slice(0, longestName);
	const name = own === '' || own === stem ? stem : `${stem}-${own}`;
	let free = name;
	// File systems may not tell upper from lower case.
	for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name}-${count}`;
	taken.add(free.toLowerCase());
	return `${free}.rag.md`;
}

/** @throws {UserError} RA704 if one of the files is there. Nothing is written then. */
function requireFree(files: readonly string[]): void {
	const [first, ...others] = files.filter((file) => existsSync(file));
	if (first === undefined) return;
	const more = others.length === 0 ? '' : ` So ${others.length === 1 ? 'does 1 other file' : `do ${others.length} other files`}.`;
	throw new UserError(errorNumbers.refusedOutputFile, `This file exists already.${more} Nothing was written.`, {
		place: { file: first },
		hint: 'Name another folder with --out, or overwrite files with --force.',
	});
}

async function write(out: string, files: readonly Converted[]): Promise<void> {
	let at = out;
	try {
		await mkdir(out, { recursive: true });
		for (const { path, text } of files) {
			at = path;
			// oxlint-disable-next-line no-await-in-loop -- thousands of files at a time are more than a system opens
			await writeFile(path, text);
		}
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
			place: { file: at },
			hint: 'Name a folder that is writable.',
			cause,
		});
	}
}

/** Says what a `*.rag.md` has no place for. */
function tellLeftOut(files: readonly Converted[], console: Console): void {
	const count = (what: NotWritten): number => files.filter(({ notWritten }) => notWritten.includes(what)).length;
	const [labeled, long] = [count('labels'), count('history')];
	if (labeled > 0)
		console.complain(`${plural(labeled, 'trace')} had labels of spans. They were not written: *.rag.md files have no place for them.`);
	if (long > 0) console.complain(`${plural(long, 'trace')} had earlier turns. They were written above the question.`);
}

export function addConvert(parent: Command, done: (status: ExitStatus) => void): void {
	addMapOptions(
		parent
			.command('convert')
			.argument('<file...>', 'Files of other tools, data sets or traces, or folders of them')
			.description('Write the traces of other tools as readable *.rag.md files, one for each trace')
			.requiredOption('--out <dir>', 'Folder for the files. It is created if it does not exist'),
	)
		.option('--force', 'Overwrite existing files', false)
		.action(async (paths: string[], options: ConvertOptions) => done(await convert(paths, options)));
}
