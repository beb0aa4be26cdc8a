import type { Figure } from './bench.ts';
import { cell, line } from './detection-tables.ts';

const columns = [
	'AUC of right memorized against right clean answers',
	'right clean answers flagged',
	'wrong clean answers flagged',
	'answers given against memory flagged',
	'memorized answers caught',
] as const;

interface Row {
	readonly place: string;
	readonly detector: string;
	/** Empty for an area, which needs no threshold. */
	readonly alpha: string;
	readonly column: (typeof columns)[number];
	readonly figure: Figure;
}

/** Figures of `memoryFigures` as a table a place, a line for each detector and share; and those that stand in none. */
export function memoryTables(figures: readonly Figure[]): { readonly lines: string[]; readonly rest: Figure[] } {
	const rows = figures.flatMap(rowOf);
	const lines = [...new Set(rows.map(({ place }) => place))].flatMap((place) => {
		const own = rows.filter((row) => row.place === place);
		const alphas = [...new Set(own.map(({ alpha }) => alpha))].filter((alpha) => alpha !== '');
		const found = (detector: string, alpha: string, column: string): Figure | undefined =>
			own.find((row) => row.detector === detector && row.alpha === alpha && row.column === column)?.figure;
		return [
			`**Called memorized by thresholds of clean answers, in ${place}**`,
			'',
			line(['detector', 'α', ...columns]),
			line(['---', '---:', ...columns.map(() => '---:')]),
			...[...new Set(own.map(({ detector }) => detector))].flatMap((detector) =>
				alphas.map((alpha) =>
					line([detector, alpha, ...columns.map((column) => cell(found(detector, alpha, column) ?? found(detector, '', column)))]),
				),
			),
			'',
		];
	});
	return { lines, rest: figures.filter((figure) => !rows.some((row) => row.figure === figure)) };
}

function rowOf(figure: Figure): Row[] {
	const column = columns.find((what) => figure.name.endsWith(`: ${what}`));
	if (column === undefined) return [];
	const [place = '', detector = '', of = ''] = figure.name.slice(0, -column.length - 2).split(', ');
	return [{ place, detector, alpha: of.replace('α = ', ''), column, figure }];
}
