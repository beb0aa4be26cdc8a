import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';
import { markdownTable } from '../bench/markdown-table.ts';

const columns = ['AUC', 'precision@10', 'FPR at 95 % TPR'] as const;

/** The figures of `repcs`: a table of detectors for each set that is told from the clean one, then what else was measured. */
export function repcsTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const named = figures.flatMap((figure) => {
		const column = columns.find((what) => figure.name.endsWith(`, ${what}`));
		if (column === undefined) return [];
		const [set = '', ...detector] = figure.name.slice(0, -column.length - 2).split(', ');
		return [{ figure, column, set, detector: detector.join(', ') }];
	});
	const rest = figures.filter((figure) => !named.some((one) => one.figure === figure));
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...[...new Set(named.map(({ set }) => set))].flatMap((set) => {
			const own = named.filter((one) => one.set === set);
			const found = (detector: string, column: string): Figure | undefined =>
				own.find((one) => one.detector === detector && one.column === column)?.figure;
			return [
				`**Clean against ${set} queries**`,
				'',
				line(['detector', 'n', ...columns]),
				line(['---', '---:', ...columns.map(() => '---:')]),
				...[...new Set(own.map(({ detector }) => detector))].map((detector) =>
					line([
						detector,
						(found(detector, 'AUC')?.n ?? 0).toLocaleString('en'),
						...columns.map((column) => cell(found(detector, column))),
					]),
				),
				'',
			];
		}),
		...(rest.length === 0 ? [] : [markdownTable({ quick: false, figures: rest })]),
	].join('\n');
}
