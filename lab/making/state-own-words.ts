/**
 * Adds to labeled sets of the demo world that were written without it what they say of themselves (`group`, `undecided`: own-words.ts), and
 * asks no model; every other byte stays as it is:
 *
 *     npx node lab/making/state-own-words.ts FOLDER…
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promptParts } from '../../src/analysis/analyze-trace.ts';
import { formatRagTruth, type RagTruthResponseInput } from '../datasets/ragtruth-writer.ts';
import type { RagTruthRecord } from '../../src/formats/ragtruth.ts';
import { readDataSet } from '../../src/formats/read-data-set.ts';
import { readTags } from '../datasets/answer-tags.ts';
import { ownWords } from '../datasets/own-words.ts';
import { say } from './demo-model.ts';

function writtenAgain({ trace, sourceId, split, quality, temperature }: RagTruthRecord): RagTruthResponseInput {
	const { id, model, labels, response, tags } = trace;
	if (model === undefined || labels === undefined || response === undefined || split === undefined || quality === undefined)
		throw new RangeError(`response '${id}' is none of a labeled set of the demo world`);
	return { id, sourceId, model, temperature: temperature ?? 0, labels, split, quality, response: response.text, tags };
}

const written = (responses: readonly RagTruthResponseInput[]): string =>
	formatRagTruth(
		responses.map(({ sourceId }) => ({ sourceId, taskType: 'Summary', origin: '', prompt: '', sourceInfo: '' })),
		responses,
	).response;

for (const folder of process.argv.slice(2)) {
	const file = join(folder, 'response.jsonl');
	// oxlint-disable-next-line no-await-in-loop -- one set after another
	const { records, errors, texts } = await readDataSet(folder, (path) => readFile(path, 'utf8'));
	if (errors[0] !== undefined) throw errors[0];
	const before = records.map(writtenAgain);
	const after = before.map((one, i) => {
		const { trace } = records[i]!;
		return { ...one, ...ownWords(promptParts(trace), readTags(trace.tags).kind, one.response) };
	});
	const [now] = [...texts.values()];
	if (now === written(after)) say(`${file} says it already`);
	else if (now !== written(before)) throw new RangeError(`${file} holds more than the maker writes`);
	else {
		// oxlint-disable-next-line no-await-in-loop
		await writeFile(file, written(after));
		say(`${file}: ${after.filter(({ group }) => group !== undefined).length} of ${after.length} answers belong to a group`);
	}
}
