import { readFile } from 'node:fs/promises';
import { readDataSet, type DataSet } from '../../src/formats/read-data-set.ts';

/** The labeled data set of a folder. @throws {UserError} RA117 where a file of it, or the folder, is not there. */
export function readFolder(folder: string): Promise<DataSet> {
	return readDataSet(folder, async (path) => {
		try {
			return await readFile(path, 'utf8');
		} catch (error) {
			if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
			throw error;
		}
	});
}
