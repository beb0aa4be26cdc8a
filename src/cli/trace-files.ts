import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { dataSetFiles } from '../formats/file-names.ts';
import type { RowMapping } from '../formats/foreign/row-mapping.ts';
import { foreignFiles, type ForeignFiles } from './foreign-files.ts';
import { readNamed, statNamed } from './named-path.ts';

const pairEnd = '.prompt.md';

/** Whether a file found in a folder is a trace; a `.prompt.md` without its response belongs to another tool. */
function isTrace(path: string): boolean {
	if (path.endsWith('.rag.md')) return true;
	return path.endsWith(pairEnd) && existsSync(`${path.slice(0, -pairEnd.length)}.response.md`);
}

/** The traces below a folder, by name. Hidden folders and `node_modules` are passed over; links to folders are not followed. */
function tracesBelow(folder: string): string[] {
	return readNamed(folder, () => readdirSync(folder, { withFileTypes: true }))
		.toSorted((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : tracesBelow(path);
			return isTrace(path) ? [path] : [];
		});
}

/**
 * The data set of a folder itself. Those further below are none of its traces: thousands of responses, many of them wrong on purpose,
 * are judged when somebody names them, and not with whatever lies around them.
 */
function dataSetOf(folder: string): string[] {
	const { responses, sources } = dataSetFiles(join(folder, 'response.jsonl'));
	return existsSync(responses) && existsSync(sources) ? [responses] : [];
}

/** A file to read. `named`: an argument says its name; otherwise it was found in a folder, where more kinds of traces are welcome. */
export interface TraceFile {
	readonly path: string;
	readonly named: boolean;
}

/** What of folders a command reads besides traces in the product's own formats. */
interface OtherTraces {
	/** Whether the data set that is in a named folder itself is read. */
	readonly dataSets: boolean;
	/** What other tools wrote, by named folder. */
	readonly foreign?: ReadonlyMap<string, ForeignFiles>;
}

/**
 * Returns the files that arguments of a command name: a file as it is, a folder's traces, each once.
 * @throws {UserError} RA701 for a path that is not there, RA506 for one that leads nowhere, RA702 for a folder without traces.
 */
export function traceFiles(paths: readonly string[], others: OtherTraces): TraceFile[] {
	const files = new Map<string, TraceFile>();
	for (const file of paths.flatMap((path) => filesOf(path, others))) if (!files.has(file.path)) files.set(file.path, file);
	return [...files.values()];
}

/**
 * Looks at what other tools wrote in the folders that arguments name.
 * @throws {UserError} as `traceFiles`
 */
export async function foreignFilesOf(paths: readonly string[], mapping?: RowMapping): Promise<ReadonlyMap<string, ForeignFiles>> {
	const folders = paths.filter((path) => statNamed(path).isDirectory());
	const found = new Map<string, ForeignFiles>();
	// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
	for (const folder of folders) found.set(folder, await foreignFiles(folder, mapping));
	return found;
}

function filesOf(path: string, { dataSets, foreign }: OtherTraces): TraceFile[] {
	if (!statNamed(path).isDirectory()) return [{ path, named: true }];
	const { files = [], passedOver = [] } = foreign?.get(path) ?? {};
	const found = [...(dataSets ? dataSetOf(path) : []), ...tracesBelow(path), ...files];
	if (found.length === 0) {
		throw new UserError(
			errorNumbers.noTraceInFolder,
			`The folder has no traces: expected ${dataSets ? '`response.jsonl` with `source_info.jsonl`, ' : ''}\`*.rag.md\`, or pairs of \`NAME.prompt.md\` and \`NAME.response.md\`${foreign === undefined ? '' : ', or files of other tools (docs/formats.md)'}.`,
			{ place: { file: path }, hint: [...passedOver, 'Name a folder or a file that has some.'].join(' ') },
		);
	}
	return found.map((name) => ({ path: name, named: false }));
}
