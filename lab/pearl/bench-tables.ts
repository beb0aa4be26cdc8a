import { columns, labelColumns } from './figures.ts';
import type { BenchResult, Figure } from '../bench/bench.ts';
import { cell, line } from '../bench/detection-tables.ts';
import { markdownTable } from '../bench/markdown-table.ts';

const control = "right by another question's gold";

/** The figures of `pearl`: a table of pipelines for each number of documents and instruction, then filters, then what else was measured. */
export function pearlTables({ quick, figures }: Pick<BenchResult, 'quick' | 'figures'>): string {
	const parts = figures.map((figure) => ({ figure, parts: figure.name.split(' | ') }));
	const inTables = parts.filter((one) => one.parts.length === 4);
	const filters = parts.filter((one) => one.parts.length === 3 && one.parts[0] === 'filters');
	const of = (kind: string) => parts.filter((one) => one.parts.length === 3 && one.parts[0] === kind);
	const [redaction, gaps, judge] = [of('redaction'), of('gap'), of('judge')];
	const placed = new Set([...inTables, ...filters, ...redaction, ...gaps, ...judge]);
	const rest = parts.filter((one) => !placed.has(one)).map(({ figure }) => figure);
	const tables = [...new Set(inTables.map((one) => one.parts.slice(0, 2).join(' | ')))];
	return [
		...(quick ? ['*The quick run: not to be quoted.*', ''] : []),
		...tables.flatMap((table) => {
			const [documents = '', how = ''] = table.split(' | ');
			const rows = inTables.filter((one) => one.parts[0] === documents && one.parts[1] === how);
			const judged = Object.values(labelColumns).filter((name) => rows.some((one) => one.parts[3] === name));
			const names = [...columns, ...judged, ...(rows.some((one) => one.parts[3] === control) ? [control] : [])];
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
		...(redaction.length === 0
			? []
			: [
					'**What cutting and refilling k sentences makes of answers without privacy to malicious questions for three facts**',
					'',
					...tableOf(redaction, 1, 'sentences', [...new Set(redaction.map((one) => one.parts[2]!))]),
					'',
				]),
		...(gaps.length === 0 ? [] : ['**Confidence gap of sentences, nats: shares by size, and a bar for each**', '', ...gapPlot(gaps), '']),
		...(judge.length === 0
			? []
			: [
					'**What the judge of HalluScore and GoldAlign finds of claims that no document makes, and of right answers**',
					'',
					...tableOf(judge, 1, 'score', [...new Set(judge.map((one) => one.parts[2]!))]),
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

const bars = ' \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588';

/** A row a class: a bar for each range, as high as its share of the largest one, and the numbers behind it. */
function gapPlot(figures: readonly Named[]): string[] {
	const names = [...new Set(figures.map(({ parts }) => parts[2]!))];
	const ranges = names.filter((name) => / to |^below | and more$/.test(name));
	return [
		line(['', 'n', `plot, ${ranges[0]} \u2026 ${ranges.at(-1)}`, ...names]),
		line(['---', '---:', '---', ...names.map(() => '---:')]),
		...[...new Set(figures.map(({ parts }) => parts[1]!))].map((row) => {
			const own = new Map(figures.filter(({ parts }) => parts[1] === row).map(({ parts, figure }) => [parts[2]!, figure]));
			const shares = ranges.map((range) => own.get(range)?.value ?? 0);
			const most = Math.max(...shares);
			const plot = shares.map((share) => bars[share === 0 ? 0 : Math.max(1, Math.round((share / most) * (bars.length - 1)))]).join('');
			return line([row, (own.get(names[0]!)?.n ?? 0).toLocaleString('en'), `\`${plot}\``, ...names.map((name) => cell(own.get(name)))]);
		}),
	];
}
