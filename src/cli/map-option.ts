import { InvalidArgumentError, Option, type Command } from 'commander';
import { changeFile } from '../files/change-file.ts';
import { fileKinds } from '../files/file-kind.ts';
import { fileKind } from '../formats/file-names.ts';
import { mappingsFileBeside, withMapping } from '../formats/foreign/kept-mappings.ts';
import { mappingExample, parseMapping, type RowMapping } from '../formats/foreign/row-mapping.ts';
import type { TraceFile } from './trace-files.ts';
import { cannotWrite } from './owner-only-file.ts';

/** Options of commands that read the files of other tools. */
export interface MapOptions {
	readonly map?: RowMapping;
	readonly keepMap: boolean;
}

function mappingOf(text: string): RowMapping {
	const mapping = parseMapping(text);
	if (mapping === null)
		throw new InvalidArgumentError(
			`Expected contexts and answer, and a question if there is one, such as ${mappingExample}. Only contexts may be in a list ([]). A name with a dot is written ["a.b"].`,
		);
	return mapping;
}

/** Adds the option for what the members of records are, which another tool's file does not say. */
export function addMapOption(command: Command): Command {
	return command.addOption(
		new Option(
			'--map <parts>',
			`Which members of a record are the question, the contexts and the answer, if a JSON or CSV file is in no known format. Example: ${mappingExample}`,
		).argParser(mappingOf),
	);
}

/** Adds the option `--map`, and one that keeps the mapping. */
export function addMapOptions(command: Command): Command {
	return addMapOption(command).option(
		'--keep-map',
		'Keep the mapping of --map in .rag-assay.json beside the file. Later runs then read the file that way',
		false,
	);
}

/**
 * Keeps a mapping beside the files that were read by it, if that was asked for.
 * @param isRead whether a file could be read by the mapping
 * @returns the paths of the files that hold the mapping
 * @throws {UserError} RA507 if such a file cannot be written, RA166 if it is not as expected.
 */
export async function keepMapping(
	{ map, keepMap }: MapOptions,
	files: readonly TraceFile[],
	isRead: (path: string) => boolean,
): Promise<string[]> {
	if (map === undefined || !keepMap) return [];
	const written = new Set<string>();
	for (const { path } of files.filter((file) => fileKind(file.path) === null && isRead(file.path))) {
		const beside = mappingsFileBeside(path);
		// oxlint-disable-next-line no-await-in-loop -- several files may share one list
		await changeFile(beside, (text) => ({ text: withMapping(path, map, text), result: undefined }), {
			kind: fileKinds.mappings,
			notWritable: (cause) => cannotWrite(beside, cause),
		});
		written.add(beside);
	}
	return [...written];
}
