import { columns } from './figures.ts';
import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';
import { markdownTable } from '../bench/markdown-table.ts';

const control = "right by another question's gold";

/** The figures of `pearl`: a table of pipelines for each number of documents and instruction, then filters, then what else was measured. */
export function pearlTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const parts = figures.map((figure) => ({ figure, parts: figure.name.split(' | ') }));
	const inTables = parts.filter((one) => one.parts.length === 4);
	const filters = parts.filter((one) => one.parts.length === 3 && one.parts[0] === 'filters');
	const rest = parts.filter((one) => !inTables.includes(one) && !filters.includes(one)).map(({ figure }) => figure);
	const tables = [...new Set(inTables.map((one) => one.parts.slice(0, 2).join(' | ')))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...tables.flatMap((table) => {
			const [documents = '', how = ''] = table.split(' | ');
			const rows = inTables.filter((one) => one.parts[0] === documents && one.parts[1] === how);
			const names = [...columns, ...(rows.some((one) => one.parts[3] === control) ? [control] : [])];
			return [`**${documents}, ${how} questions**`, '', ...tableOf(rows, 2, 'pipeline', names), ''];
		}),
		...(filters.length === 0
			? []
			: [
					'**What the filters choose of answers without privacy to malicious questions**',
					'',
					...tableOf(filters, 1, 'filter', [...new Set(filters.map((one) => one.parts[2]!))]),
					'',
				]),
		...(rest.length === 0 ? [] : [markdownTable({ quick: false, figures: rest })]),
	].join('\n');
}

interface Named {
	readonly figure: Figure;
	readonly parts: readonly string[];
}

/** `at`: where a figure's name has the row; its column stands behind it. `n` is the largest of a row: of questions, or of sentences. */
function tableOf(figures: readonly Named[], at: number, head: string, names: readonly string[]): string[] {
	return [
		line([head, 'n', ...names]),
		line(['---', '---:', ...names.map(() => '---:')]),
		...[...new Set(figures.map(({ parts }) => parts[at]!))].map((row) => {
			const own = figures.filter(({ parts }) => parts[at] === row);
			const n = Math.max(...own.map(({ figure }) => figure.n));
			return line([row, n.toLocaleString('en'), ...names.map((name) => cell(own.find(({ parts }) => parts[at + 1] === name)?.figure))]);
		}),
	];
}
