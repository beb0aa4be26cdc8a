import type { BenchResult, Figure } from '../bench/bench.ts';
import { intervalText, valueText } from '../bench/figure-text.ts';

const captions: Readonly<Record<string, string>> = { world: 'Passages of the invented world', sentences: 'Hand-written sentences' };
const measures = ['precision', 'recall', 'F1'];

/** A table a set: a row a system and type, exact and overlapping spans beside each other. */
export function piiTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const cells = new Map(figures.map((figure) => [figure.name, figure]));
	const rows = [...new Set(figures.map(({ name }) => name.split(' | ').slice(0, 3).join(' | ')))];
	const sets = [...new Set(rows.map((row) => row.split(' | ')[0]!))];
	const tables = sets.map((set) => {
		const own = rows.filter((row) => row.startsWith(`${set} | `)).map((row) => rowText(row, cells));
		return [
			`**${captions[set] ?? set}**`,
			'',
			`| by | type | values | ${measures.join(' | ')} | ${measures.map((each) => `overlapping: ${each}`).join(' | ')} |`,
			`| --- | --- | ---: | ${'---: | '.repeat(6).trim()}`,
			...own,
		].join('\n');
	});
	return [...(quick ? ['*The quick run: not to be quoted.*'] : []), ...tables].join('\n\n');
}

function rowText(row: string, cells: ReadonlyMap<string, Figure>): string {
	const [, system = '', type = ''] = row.split(' | ');
	const values = cells.get(`${row} | exact | recall`)?.n ?? 0;
	const figures = ['exact', 'overlapping'].flatMap((match) =>
		measures.map((measure) => cellText(cells.get(`${row} | ${match} | ${measure}`))),
	);
	return `| ${[system, type, String(values), ...figures].join(' | ')} |`;
}

function cellText(figure: Figure | undefined): string {
	return figure === undefined ? '–' : `${valueText(figure)} ${intervalText(figure)}`.trim();
}
