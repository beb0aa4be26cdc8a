import type { UserError } from '../errors.ts';
import { dataSetFiles } from './file-names.ts';
import { readRagTruth, type RagTruthRecord } from './ragtruth.ts';
import { missingHalf, problemErrors, type ReadText } from './read-traces.ts';

/** A labeled data set, as calibration and benches use it. */
export interface DataSet {
	/** What could be read, in the order of the file. A record whose trace has no `labels` is judged by nobody. */
	readonly records: readonly RagTruthRecord[];
	/** What could not be read, with file and line. */
	readonly errors: readonly UserError[];
	/** The two files by path, as they were read. */
	readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads the data set of a folder: RAGTruth's `response.jsonl` and `source_info.jsonl`. Rejects with RA117 when one is missing,
 * and as `readText` does.
 */
export async function readDataSet(folder: string, readText: ReadText): Promise<DataSet> {
	const files = dataSetFiles(/[\\/]$/.test(folder) ? folder : `${folder}/`);
	const [responses, sources] = [await readText(files.responses), await readText(files.sources)];
	if (responses === undefined) throw missingHalf(folder, files.responses);
	if (sources === undefined) throw missingHalf(folder, files.sources);
	const { records, problems } = readRagTruth({ document: files.responses, text: responses }, { document: files.sources, text: sources });
	return {
		records,
		errors: problemErrors(problems, (document) => (document === files.responses ? responses : sources)),
		texts: new Map([
			[files.responses, responses],
			[files.sources, sources],
		]),
	};
}
