import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';
import { markdownTable } from '../bench/markdown-table.ts';

const columns = [
	'AUC of right memorized against right clean answers',
	'right clean answers flagged',
	'wrong clean answers flagged',
	'answers given against memory flagged',
	'memorized answers caught',
] as const;

/** Of what a figure is that names a group of answers, such as 'right clean answers of one sentence with a name flagged'. */
const ofGroup = /^right clean (answers of .+) flagged$/;

interface Row {
	readonly place: string;
	readonly detector: string;
	/** Empty for an area, which needs no threshold. */
	readonly alpha: string;
	readonly what: string;
	readonly figure: Figure;
}

/** Writes the figures of `memoryFigures` as two tables a place: all answers, then right clean ones in each group. */
export function closedBookTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const rows = figures.flatMap(rowOf);
	const rest = figures.filter((figure) => !rows.some((row) => row.figure === figure));
	const places = [...new Set(rows.map(({ place }) => place))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...places.flatMap((place) => {
			const own = rows.filter((row) => row.place === place);
			const groups = own.filter(({ what }) => ofGroup.test(what));
			const names = [...new Set(groups.map(({ what }) => what))];
			return [
				...table(`Called memorized, in ${place}`, own, columns, (column) => column),
				...(names.length === 0
					? []
					: table(`Right clean answers called memorized, by group, in ${place}`, groups, names, (name) => ofGroup.exec(name)![1]!)),
			];
		}),
		...(rest.length === 0 ? [] : [markdownTable({ quick: false, figures: rest })]),
	].join('\n');
}

/** A line for each detector and share that has a figure in one of the columns. */
function table(title: string, rows: readonly Row[], whats: readonly string[], heading: (what: string) => string): string[] {
	const shares = [...new Set(rows.map(({ alpha }) => alpha))].filter((alpha) => alpha !== '');
	const found = (detector: string, alpha: string, what: string): Figure | undefined =>
		rows.find((row) => row.detector === detector && row.alpha === alpha && row.what === what)?.figure;
	return [
		`**${title}**`,
		'',
		line(['detector', 'α', ...whats.map(heading)]),
		line(['---', '---:', ...whats.map(() => '---:')]),
		...[...new Set(rows.map(({ detector }) => detector))].flatMap((detector) =>
			shares.map((alpha) =>
				line([detector, alpha, ...whats.map((what) => cell(found(detector, alpha, what) ?? found(detector, '', what)))]),
			),
		),
		'',
	];
}

function rowOf(figure: Figure): Row[] {
	const [head = '', what = '', ...more] = figure.name.split(': ');
	if (more.length > 0 || !(columns.some((column) => column === what) || ofGroup.test(what))) return [];
	const [place = '', detector = '', of = ''] = head.split(', ');
	return [{ place, detector, alpha: of.replace('α = ', ''), what, figure }];
}
