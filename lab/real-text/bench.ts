import { basename } from 'node:path';
import type { Bench } from '../bench/bench.ts';
import { demoFolder } from '../making/demo-model.ts';
import { readingsOf } from './bench-readings.ts';
import { realTextTables } from './bench-tables.ts';
import { scoreFigures } from './measure-scores.ts';
import { namedData, readSets } from './read-sets.ts';

/** Answers of each set: an answer of BEGIN takes seconds to read, and a summary of a whole article half a minute. */
const mostAnswers = { BEGIN: 100, others: 50 };

/** Attribution takes long: the other sets are read by bench `starter`. */
const measured = /^BEGIN$|^QAGS-CNN\/DM$|^RefChecker /;

/** What people judged, and what scores say of it: real text, and a model that learned from real text. */
export const realText: Bench = {
	name: 'real-text',
	summary:
		'which scores tell unsupported answers and sentences from supported ones, on text that people judged; --data DIR of git clones (docs/results/real-text.md), --model DIR',
	takesModel: true,
	takesModels: true,
	takesData: true,
	markdown: realTextTables,
	async run({ seed, quick, models, data, log }) {
		const { sets, missing } = await readSets(namedData(data, 'real-text.md'), (name) => measured.test(name));
		for (const { reason } of missing) log(reason);
		const first = sets.map(({ name, family, texts }) => ({
			name,
			family,
			texts: texts.slice(0, quick ? 8 : name === 'BEGIN' ? mostAnswers.BEGIN : mostAnswers.others),
		}));
		// The model that ships is read beside every other one.
		const folders = [...new Set([...models, demoFolder])];
		const figures = [];
		const facts: Record<string, string> = {
			numbers: 'those that an earlier run has kept are not computed again, and the time does not include them',
			options: `--data DIR, a folder of clones, and --model for ${models.map((folder) => basename(folder)).join(' and ')}`,
		};
		for (const folder of folders) {
			// oxlint-disable-next-line no-await-in-loop -- one model in memory at a time
			const { model, sha256, byAnswer, bySentence } = await readingsOf(folder, first, log);
			facts[`sha256 of ${model}`] = sha256;
			for (const { name, texts } of byAnswer) facts[`answers of ${name}`] = countsOf(texts);
			for (const { name, texts } of bySentence) facts[`sentences of ${name}`] = countsOf(texts);
			const options = { seed, resamples: quick ? 300 : 2000, shuffles: quick ? 3 : 40 };
			for (const [level, scored] of [
				['answer', byAnswer],
				['sentence', bySentence],
			] as const)
				figures.push(...scoreFigures(level, scored, options).map((figure) => ({ ...figure, name: `${model}, ${figure.name}` })));
		}
		return { data: { ...facts, ...(missing.length > 0 && { 'not measured': missing.map(({ name }) => name).join(', ') }) }, figures };
	},
};

function countsOf(texts: readonly { readonly isUnsupported: boolean; readonly source: string }[]): string {
	const wrong = texts.filter(({ isUnsupported }) => isUnsupported).length;
	return `${texts.length}, ${wrong} unsupported, of ${new Set(texts.map(({ source }) => source)).size} sources`;
}
