import { basename } from 'node:path';
import type { Bench } from '../../bench/bench.ts';
import type { Figure } from '../../figure.ts';
import { demoFolder } from '../../making/demo-model.ts';
import { realTextTables } from '../bench-tables.ts';
import { namedData, readSets } from '../read-sets.ts';
import { fewLabelFigures } from './few-labels.ts';
import { fitStarter } from './fit-starter.ts';
import { formFeatures } from './forms.ts';
import { paraphraseFigures, starterFigures, type MeasuredForm } from './measure-starter.ts';
import { paraphraseRows } from './paraphrase-rows.ts';
import { readAnswers } from './bench-readings.ts';
import { firstAnswers, readBy } from './starter-data.ts';
import { starterRows, type StarterRow } from './starter-rows.ts';

/** What a person is told who has no labels and no profile: the starter profile, each time without the family of sets that it judges. */
export const starter: Bench = {
	name: 'starter',
	summary:
		'what the starter profile says of answers that people judged, without their labels, with and without a model; --data DIR of git clones (docs/results/starter.md), --model DIR',
	takesModel: true,
	takesModels: true,
	takesData: true,
	markdown: realTextTables,
	async run({ seed, quick, models, data, log }) {
		const { sets, missing } = await readSets(namedData(data, 'starter.md'));
		for (const { reason } of missing) log(reason);
		const options = { seed, resamples: quick ? 100 : 500, shuffles: quick ? 3 : 40 };
		const figures: Figure[] = [];
		const facts: Record<string, string> = {};
		const measure = (reader: string, rows: readonly StarterRow[], forms: readonly MeasuredForm[]): void => {
			for (const level of ['answer', 'sentence'] as const)
				for (const set of new Set(rows.map((row) => row.set)))
					facts[`${level}s of ${set}, ${reader}`] = countsOf(rows.filter((row) => row.level === level && row.set === set));
			figures.push(...starterFigures(rows, forms, options).map((figure) => ({ ...figure, name: `${reader}, ${figure.name}` })));
		};
		log('texts alone');
		const rows = await starterRows(quick ? readBy(sets, 8) : firstAnswers(sets));
		const paraphrases = await paraphraseRows('A');
		const texts: MeasuredForm = {
			name: 'texts alone',
			form: fitStarter(rows, formFeatures.text, paraphrases),
			from: rows,
			paraphrases,
			isAimedAt: false,
		};
		measure('no model', rows, [texts]);
		log('texts alone, with labels');
		const withLabels = { seed, labels: [40, 100], draws: quick ? 2 : 20 };
		const labeled = await fewLabelFigures(quick ? readBy(sets, 60) : firstAnswers(sets), withLabels);
		figures.push(...labeled.map((figure) => ({ ...figure, name: `no model, ${figure.name}` })));
		figures.push(...paraphraseFigures(await paraphraseRows('B'), texts).map((figure) => ({ ...figure, name: `no model, ${figure.name}` })));
		// The first model that is not the demo's is the one that the form is fitted with; the others are read by the same fits.
		const others = models.filter((folder) => folder !== demoFolder);
		if (others.length === 0) log('The form with a model is not measured: name a model with --model.');
		const folders = others.length === 0 ? [] : [...new Set([...others, demoFolder])];
		const first = readBy(sets, quick ? 8 : undefined);
		let withModel: MeasuredForm | undefined;
		for (const folder of folders) {
			// oxlint-disable-next-line no-await-in-loop -- one model in memory at a time
			const { model, sha256, read } = await readAnswers(
				folder,
				first.flatMap((set) => set.texts),
				log,
			);
			facts[`sha256 of ${model}`] = sha256;
			// oxlint-disable-next-line no-await-in-loop -- one model after another
			const own = await starterRows(first, read);
			withModel ??= {
				name: `texts and ${basename(folder)}`,
				form: fitStarter(own, formFeatures.model),
				from: own,
				paraphrases: [],
				isAimedAt: true,
			};
			measure(model, own, [texts, { ...withModel, name: 'texts and model', isAimedAt: folder === folders[0] }]);
		}
		return { data: { ...facts, ...(missing.length > 0 && { 'not measured': missing.map(({ name }) => name).join(', ') }) }, figures };
	},
};

function countsOf(rows: readonly StarterRow[]): string {
	const wrong = rows.filter(({ isUnsupported }) => isUnsupported).length;
	return `${rows.length}, ${wrong} unsupported, of ${new Set(rows.map(({ source }) => source)).size} sources`;
}
