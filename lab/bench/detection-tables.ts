import type { BenchResult, Figure } from './bench.ts';
import { intervalText, reachedText, valueText } from './figure-text.ts';

/** The figures of `spad-detection` as tables: for each level the detectors by their figures, then what else was measured. */
export function detectionTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const levels = [...new Set(figures.map(({ name }) => partsOf(name).level))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...levels.flatMap((level) =>
			levelTables(
				level,
				figures.filter(({ name }) => partsOf(name).level === level),
			),
		),
	]
		.join('\n')
		.trimEnd();
}

function levelTables(level: string, figures: readonly Figure[]): string[] {
	const named = figures.map((figure) => ({ figure, ...partsOf(figure.name) }));
	const columns = [...new Set(named.filter(({ what }) => isColumn(what)).map(({ what }) => what))];
	const inTable = named.filter(
		({ what, subject }) => isColumn(what) && named.some((other) => other.subject === subject && other.what === 'F1'),
	);
	const subjects = [...new Set(inTable.map(({ subject }) => subject))];
	const rest = named.filter((one) => !inTable.includes(one));
	const counts = columns.map((column) => inTable.find(({ what }) => what === column)?.figure.n ?? 0);
	return [
		`**By ${level}**`,
		'',
		row([`n`, ...counts.map((n) => n.toLocaleString('en'))], ['detector', ...columns]),
		...subjects.map((subject) =>
			line([subject, ...columns.map((column) => cell(inTable.find((one) => one.subject === subject && one.what === column)?.figure))]),
		),
		'',
		...(rest.length === 0
			? []
			: [
					row([], ['figure', 'value', '95 % interval', 'target']),
					...rest.map(({ figure, subject, what }) =>
						line([`${subject}: ${what}`, valueText(figure), intervalText(figure), reachedText(figure)]),
					),
					'',
				]),
	];
}

function isColumn(what: string): boolean {
	return what === 'F1' || what === 'recall' || what === 'AUC' || what.startsWith('AUC ');
}

/** 'response, SPAD+, AUC on memory' */
function partsOf(name: string): { level: string; subject: string; what: string } {
	const [level = '', ...rest] = name.split(', ');
	return { level, subject: rest.slice(0, -1).join(', '), what: rest.at(-1) ?? '' };
}

/** The head of a table, and its first row if it is not empty. */
function row(first: readonly string[], head: readonly string[]): string {
	return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...(first.length > 0 ? [line(first)] : [])].join('\n');
}

/** A row of a Markdown table. */
export function line(cells: readonly string[]): string {
	return `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A figure with its interval and, where it has one, its target; empty without a figure. */
export function cell(figure: Figure | undefined): string {
	if (figure === undefined) return '';
	const target = reachedText(figure);
	return `${valueText(figure)} ${intervalText(figure)}${target === '' ? '' : ` (${target})`}`;
}
