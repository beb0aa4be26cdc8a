import type { BenchResult, Figure } from './bench.ts';
import { intervalText, reachedText, valueText } from './figure-text.ts';

/** A bench's figures as a table for a README. */
export function markdownTable({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const head = ['| figure | value | 95 % interval | n | target |', '| --- | --- | --- | --- | --- |'];
	return [...(quick ? ['*The quick run: not to be quoted.*', ''] : []), ...head, ...figures.map(row)].join('\n');
}

function row(figure: Figure): string {
	const { name, n, unit } = figure;
	const cells = [name, `${valueText(figure)} ${unit}`.trim(), intervalText(figure), n.toLocaleString('en'), reachedText(figure)];
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/**
 * Puts a bench's table between the two comments `<!-- bench: NAME -->` and `<!-- end of bench: NAME -->` of a page, in place of what is there.
 * @throws RangeError unless the page has each of them once, in this order.
 */
export function withTable(page: string, name: string, table: string): string {
	const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end of bench: ${name} -->`];
	const [head = '', rest, ...more] = page.split(begin);
	const [, tail, ...others] = rest?.split(end) ?? [];
	if (tail === undefined || more.length > 0 || others.length > 0 || head.includes(end))
		throw new RangeError(`the page needs ${begin} and ${end} behind it, each once`);
	return `${head}${begin}\n${table}\n${end}${tail}`;
}
