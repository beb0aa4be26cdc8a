import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';

/** The figures of `memsad`, whose names are `ENCODER | TABLE | ROW | COLUMN`: a table for each encoder and each thing that was measured. */
export function memsadTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const named = figures.map((figure) => {
		const [encoder = '', table = '', row = '', ...column] = figure.name.split(' | ');
		return { figure, table: `${encoder}: ${table}`, row, column: column.join(' | ') };
	});
	const tables = [...new Set(named.map(({ table }) => table))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...tables.flatMap((table) => {
			const own = named.filter((one) => one.table === table);
			const columns = [...new Set(own.map(({ column }) => column))];
			const found = (row: string, column: string): Figure | undefined =>
				own.find((one) => one.row === row && one.column === column)?.figure;
			return [
				`**${table}**`,
				'',
				line(['', 'n', ...columns]),
				line(['---', '---:', ...columns.map(() => '---:')]),
				...[...new Set(own.map(({ row }) => row))].map((row) => {
					const n = Math.max(...own.filter((one) => one.row === row).map(({ figure }) => figure.n));
					return line([row, n.toLocaleString('en'), ...columns.map((column) => cell(found(row, column)))]);
				}),
				'',
			];
		}),
	]
		.join('\n')
		.trimEnd();
}
