import { basename } from 'node:path';
import { z } from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { parsedJson } from '../../files/parsed-json.ts';
import { requireText } from '../../files/read-file.ts';
import { usualCapacity } from '../../methods/memsad/query-history.ts';

const line = z.object({ query: z.string() });

/** Stand-in until query histories are read by their formats. */
export async function readHistory(file: string): Promise<{ name: string; queries: string[] }> {
	const text = await requireText(file, fileKinds.dataSet);
	const queries = text.split('\n').flatMap((one) => {
		const read = line.safeParse(parsedJson(one));
		return read.success && read.data.query.trim() !== '' ? [read.data.query] : [];
	});
	if (queries.length === 0)
		throw new UserError(errorNumbers.emptyHistory, 'The history holds no query.', {
			place: { file },
			hint: 'Expected a line for each query, such as {"query": "What does Ada like?"}.',
		});
	return { name: basename(file), queries: queries.slice(-usualCapacity) };
}
