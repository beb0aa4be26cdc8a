import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';

/** The figures of `real-text` as tables: one for each set and level, with a row for each score and a column for each model. */
export function realTextTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const parts = figures.map((figure) => ({ figure, ...partsOf(figure) }));
	const models = [...new Set(parts.map(({ model }) => model))];
	const titles = [...new Set(parts.map(({ title }) => title))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...titles.flatMap((title) => {
			const own = parts.filter((one) => one.title === title);
			const head = ['score', ...models];
			const scores = [...new Set(own.map(({ score }) => score))];
			const counts = models.map((model) => own.find((one) => one.model === model)?.figure.n.toLocaleString('en') ?? '');
			return [
				`**${title}**`,
				'',
				line(head),
				line(head.map((_, i) => (i === 0 ? '---' : '---:'))),
				line(['n', ...counts]),
				...scores.map((score) =>
					line([score, ...models.map((model) => cell(own.find((one) => one.model === model && one.score === score)?.figure))]),
				),
				'',
			];
		}),
	]
		.join('\n')
		.trimEnd();
}

/** The figures of `real-origins` as a table: a row for each figure, and a column for each model. */
export function realOriginsTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const parts = figures.map((figure) => {
		const [model = '', ...what] = figure.name.split(', ');
		return { figure, model, what: what.join(', ') };
	});
	const models = [...new Set(parts.map(({ model }) => model))];
	const head = ['figure', ...models];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		line(head),
		line(head.map((_, i) => (i === 0 ? '---' : '---:'))),
		...[...new Set(parts.map(({ what }) => what))].map((what) => {
			const own = parts.filter((one) => one.what === what);
			return line([what, ...models.map((model) => cell(own.find((one) => one.model === model)?.figure))]);
		}),
	].join('\n');
}

/** 'smollm2, answer, RefChecker dolly, mean entropy': model, level, set, score. */
function partsOf({ name }: Figure): { model: string; title: string; score: string } {
	const [model = '', level = '', set = '', ...score] = name.split(', ');
	return { model, title: `${set}, by ${level}`, score: score.join(', ') };
}
