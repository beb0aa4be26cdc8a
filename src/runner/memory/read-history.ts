import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import { readQueryHistory } from '../../formats/memory/query-history.ts';
import { lastQueries, withTrigger } from '../../methods/memsad/query-history.ts';
import type { ScanHistory } from './scan-memory.ts';

/**
 * The last queries of a file, as entries are compared with them.
 * @param trigger joined to each of them; `undefined`: none is suspected
 * @throws {UserError} RA506 or RA146 for a file that cannot be read or holds something else, RA678 for one that holds no query
 */
export async function readHistory(file: string, trigger: string | undefined): Promise<ScanHistory> {
	const text = await requireText(file, fileKinds.dataSet);
	const { queries, problems } = await readQueryHistory({ document: file, text }, (other) => readText(other, fileKinds.dataSet));
	if (queries.length === 0)
		throw new UserError(errorNumbers.emptyHistory, 'The history holds no query.', {
			place: { file },
			hint: 'Expected a line for each query, such as {"query": "What does Ada like?"}; without a history, entries are judged by what they say alone.',
		});
	const last = lastQueries(queries).map(({ query }) => query);
	return { name: basename(file), queries: trigger === undefined ? last : withTrigger(last, trigger), problems: problems.length };
}
