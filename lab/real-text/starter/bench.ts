import type { Bench } from '../../bench/bench.ts';
import type { Figure } from '../../figure.ts';
import { starterFeatureNames } from '../../../src/methods/starter/starter-features.ts';
import { realTextTables } from '../bench-tables.ts';
import { namedData, readSets } from '../read-sets.ts';
import { fewLabelFigures } from './few-labels.ts';
import { fitStarter } from './fit-starter.ts';
import { paraphraseFigures, starterFigures, type MeasuredForm } from './measure-starter.ts';
import { keptParaphraseRows, paraphraseRows } from './paraphrase-rows.ts';
import { readAnswers } from './bench-readings.ts';
import { firstAnswers, readByModel } from './starter-data.ts';
import { starterRows, type StarterRow } from './starter-rows.ts';

/** What a person is told who has no labels and no profile: the starter profile, each time without the family of sets that it judges. Then what few labels change. */
export const starter: Bench = {
	name: 'starter',
	summary:
		'what the starter profile says of answers that people judged, without their labels, and what calibration with a few of them changes; --data DIR of git clones (docs/results/starter.md), --model DIR',
	takesModel: true,
	takesData: true,
	markdown: realTextTables,
	async run({ seed, quick, model, data, log }) {
		const { sets, missing } = await readSets(namedData(data, 'starter.md'));
		for (const { reason } of missing) log(reason);
		const options = { seed, resamples: quick ? 100 : 500, shuffles: quick ? 3 : 40 };
		const figures: Figure[] = [];
		const facts: Record<string, string> = {};
		log('texts alone');
		const texts = quick ? firstAnswers(sets, 8) : firstAnswers(sets);
		const rows = await starterRows(texts);
		const paraphrases = await paraphraseRows('A');
		const form: MeasuredForm = {
			name: 'texts alone',
			form: fitStarter(rows, starterFeatureNames, paraphrases),
			from: rows,
			paraphrases,
		};
		for (const level of ['answer', 'sentence'] as const)
			for (const set of new Set(rows.map((row) => row.set)))
				facts[`${level}s of ${set}`] = countsOf(rows.filter((row) => row.level === level && row.set === set));
		const unseen = [...(await paraphraseRows('B')), ...(await keptParaphraseRows())];
		figures.push(...noModel(starterFigures(rows, [form], options)), ...noModel(paraphraseFigures(unseen, form)));
		log('texts alone, with labels');
		const labeled = { seed, labels: [40, 100], draws: quick ? 2 : 20 };
		figures.push(...noModel(await fewLabelFigures(quick ? firstAnswers(sets, 60) : texts, labeled)));
		const begin = readByModel(sets, quick ? 60 : undefined);
		const {
			model: reader,
			sha256,
			read,
		} = await readAnswers(
			model,
			begin.flatMap((set) => set.texts),
			log,
		);
		facts[`sha256 of ${reader}`] = sha256;
		for (const { name, texts: known } of begin) facts[`answers of ${name} that ${reader} reads`] = String(known.length);
		const beside = await fewLabelFigures(begin, { ...labeled, read });
		figures.push(...beside.map((figure) => ({ ...figure, name: `${reader}, ${figure.name}` })));
		return { data: { ...facts, ...(missing.length > 0 && { 'not measured': missing.map(({ name }) => name).join(', ') }) }, figures };
	},
};

function noModel(figures: readonly Figure[]): Figure[] {
	return figures.map((figure) => ({ ...figure, name: `no model, ${figure.name}` }));
}

function countsOf(rows: readonly StarterRow[]): string {
	const wrong = rows.filter(({ isUnsupported }) => isUnsupported).length;
	return `${rows.length}, ${wrong} unsupported, of ${new Set(rows.map(({ source }) => source)).size} sources`;
}
