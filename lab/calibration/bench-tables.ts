import type { BenchResult, Figure } from '../bench/bench.ts';
import { intervalText, reachedText, valueText } from '../bench/figure-text.ts';
import { markdownTable } from '../bench/markdown-table.ts';

/** The figures of `calibration`: a table of areas with a column for each number of labels, then what else was measured. */
export function fewLabelTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const named = figures.flatMap((figure) => {
		const [, subject, count] = /^(.*), (\d+|all) labels$/.exec(figure.name) ?? [];
		return subject === undefined || count === undefined ? [] : [{ figure, subject, count }];
	});
	const counts = [...new Set(named.map(({ count }) => count))].toSorted(
		(a, b) => Number(a === 'all') - Number(b === 'all') || Number(a) - Number(b),
	);
	const subjects = [...new Set(named.map(({ subject }) => subject))];
	const rest = figures.filter((figure) => !named.some((one) => one.figure === figure));
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		line(['AUC of sentences', ...counts.map((count) => `${count} labels`)]),
		line(['---', ...counts.map(() => '---:')]),
		...subjects.map((subject) =>
			line([subject, ...counts.map((count) => cell(named.find((one) => one.subject === subject && one.count === count)?.figure))]),
		),
		...(rest.length === 0 ? [] : ['', markdownTable({ quick: false, figures: rest })]),
	].join('\n');
}

function cell(figure: Figure | undefined): string {
	if (figure === undefined) return '';
	const target = reachedText(figure);
	return `${valueText(figure)} ${intervalText(figure)}${target === '' ? '' : ` (${target})`}`;
}
