import type { BenchResult, Figure } from '../../bench/bench.ts';
import { intervalText, targetText, valueText } from '../../bench/figure-text.ts';
import { reaches } from '../../bench/result.ts';

/** A size by the name that people call it, and what the bench demo-model says of it. */
export interface MeasuredSize {
	readonly name: string;
	readonly result: BenchResult;
}

/** Besides what has a target, this tells sizes apart. */
const telling =
	/^(?:copied: (?:two|three|dense|prompts)|memorised, stated|contradicted: follows the passages|withheld, fresh: (?:another|invented)|twin mix, T = 0: sentences|similar case: right record)/;

/**
 * Sizes beside each other, for the README: of each bench demo-model's figures that have a target or tell sizes apart, then what the bench
 * demo-model-sizes has measured of the same models, found by their content hashes.
 * @throws RangeError when a size is not among those, or a size lacks a figure of the first.
 */
export function sizesTable(sizes: readonly MeasuredSize[], costs: BenchResult): string {
	const first = sizes[0];
	if (first === undefined) throw new RangeError('no sizes to compare');
	const quality = first.result.figures
		.filter(({ name, target, unit }) => unit !== 'MB' && (target !== null || telling.test(name)))
		.map(({ name }) => ({ name, figures: sizes.map(({ result }) => figureOf(result, name)) }));
	const shortNames = sizes.map(({ name, result }) => nameIn(costs, result.data['sha256'], name));
	const cost = costs.figures
		.filter(({ name }) => name.startsWith(`${shortNames[0]!}: `))
		.map((figure) => figure.name.slice(shortNames[0]!.length + 2))
		.map((name) => ({ name, figures: shortNames.map((model) => figureOf(costs, `${model}: ${name}`)) }));
	const quick = costs.quick || sizes.some(({ result }) => result.quick);
	return [
		...(quick ? ['*From quick runs: not to be quoted.*', ''] : []),
		`| figure | ${sizes.map(({ name }) => name).join(' | ')} | target |`,
		`| --- |${' --- |'.repeat(sizes.length)} --- |`,
		...[...quality, ...cost].map(({ name, figures }) => `| ${[name, ...figures.map(cell), targetOf(figures[0])].join(' | ')} |`),
	].join('\n');
}

function figureOf({ name: bench, figures }: BenchResult, name: string): Figure {
	const found = figures.find((figure) => figure.name === name);
	if (found === undefined) throw new RangeError(`a result of ${bench} has no figure '${name}'`);
	return found;
}

/** How the bench of the costs calls a model. */
function nameIn({ data }: BenchResult, sha256: string | number | undefined, size: string): string {
	const lead = 'sha256 of ';
	const found = Object.entries(data).find(([key, value]) => key.startsWith(lead) && value === sha256);
	if (found === undefined) throw new RangeError(`the costs of the size '${size}' were not measured: no model with its content hash`);
	return found[0].slice(lead.length);
}

function cell(figure: Figure): string {
	const missed = reaches(figure) === false;
	const text = [valueText(figure), figure.unit, intervalText(figure)].filter((part) => part !== '').join(' ');
	return missed ? `**${text}**` : text;
}

/** Empty without one. */
function targetOf(figure: Figure | undefined): string {
	const target = figure?.target ?? null;
	return target === null ? '' : targetText(target);
}
