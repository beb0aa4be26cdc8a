import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { isDataSetFile } from '../../formats/file-names.ts';

/**
 * The text of a trace file, of half of a pair or of a data set, with its byte order mark: offsets are those of the file as it is on
 * disk; `undefined` when there is none. Rejects with RA506 or RA513.
 */
export function readTraceText(path: string): Promise<string | undefined> {
	return readText(path, isDataSetFile(path) ? fileKinds.dataSet : fileKinds.trace);
}
