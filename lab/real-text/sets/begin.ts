import { sample, seededRandom, shuffled } from '../../../src/statistics/random.ts';
import { tagText } from '../../../src/text/sentences.ts';
import type { JudgedText } from '../judged-text.ts';

const columns = ['model_name', 'data_source', 'knowledge', 'message', 'response', 'begin_label'] as const;
type Row = Readonly<Record<(typeof columns)[number], string>>;

/** Fewest words of an answer: shorter ones ('Yes, it is.') say nothing that a context could hold. */
const fewestWords = 5;
/** Contexts that are about something else, beside the one that the answer was written from. */
const otherContexts = 2;

/**
 * Reads answers of dialog models in BEGIN (Dziri et al., TACL 2022), of one of its parts. People judged whole answers: each sentence has the
 * judgment of its answer. Answers labeled 'Generic' are left out.
 * @param files tables with tabs between cells, each with a head, and without quoting
 * @throws {RangeError} for a file with other columns.
 */
export async function beginTexts(files: readonly string[]): Promise<JudgedText[]> {
	const rows = files
		.flatMap(rowsOf)
		.filter(({ begin_label, response }) => begin_label !== 'Generic' && response.trim().split(/\s+/).length >= fewestWords);
	const known = [...new Set(rows.map(({ knowledge }) => knowledge))].toSorted();
	// Part of the set, as it is measured here, and so the same for every seed of the bench.
	const random = seededRandom(1);
	const texts: JudgedText[] = [];
	for (const [i, row] of shuffled(random, rows).entries()) {
		const others = sample(random, known, otherContexts + 1).filter((one) => one !== row.knowledge);
		const contexts = shuffled(random, [row.knowledge, ...others.slice(0, otherContexts)]);
		const response = row.response.trim();
		const isUnsupported = row.begin_label === 'Not fully attributable';
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const { sentences } = await tagText(response, 'en');
		texts.push({
			id: `begin-${i}`,
			source: row.knowledge,
			parts: {
				query: row.message.trim() === '' ? 'Tell me more.' : row.message.trim(),
				contexts: contexts.map((text, k) => ({ id: `p${k + 1}`, text })),
				response,
			},
			isUnsupported,
			sentences: sentences.map((sentence) => ({ ...sentence, isUnsupported })),
		});
	}
	return texts;
}

function rowsOf(file: string): Row[] {
	const [head = '', ...lines] = file.split(/\r?\n/).filter((line) => line !== '');
	if (head !== columns.join('\t')) throw new RangeError(`a table of BEGIN has the columns ${columns.join(', ')}, and not '${head}'`);
	return lines.map((line) => {
		const cells = line.split('\t');
		if (cells.length !== columns.length) throw new RangeError(`a row of BEGIN has ${columns.length} cells, and not ${cells.length}`);
		const [model_name = '', data_source = '', knowledge = '', message = '', response = '', begin_label = ''] = cells;
		return { model_name, data_source, knowledge, message, response, begin_label };
	});
}
