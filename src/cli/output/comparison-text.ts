import type { LearnedComparison, ProfileComparison } from '../../protocol/calibration.ts';
import { differenceInWords, leaningOf, leaningSigns, shareInWords, sidesOf } from '../../report/learned-words.ts';
import { bold, dim, paint, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';

/** Features of a classifier that the terminal lays side by side. */
const inATable = 6;

/** What a calibration changes in a saved profile: a threshold a line, then what the classifiers of both learned, side by side. */
export function comparisonText(
	{ name, created, differs, made = [], detectors, learned = [], learnedLeft = [] }: ProfileComparison,
	{ depth }: { readonly depth: ColorDepth },
): string {
	return [
		paint(depth, bold, `Compared with ${oneLine(name)} of ${created}:`),
		...[...differs, ...made].map((text) => `  ${oneLine(text)}`),
		...detectors.map(({ id, change, why }) => `  ${oneLine(id)}: ${change.replace('-', ' ')}. ${paint(depth, dim, oneLine(why))}`),
		...learned.flatMap((one) => sideBySide(one, name, depth)),
		...learnedLeft.map((text) => `  ${oneLine(text)}`),
		'',
	].join('\n');
}

function sideBySide(one: LearnedComparison, saved: string, depth: ColorDepth): string[] {
	const sides = sidesOf(one, oneLine(saved));
	const [before, after] = [oneLine(sides.before), oneLine(sides.after)];
	const weight = ({ share, direction }: LearnedComparison['features'][number]['before']): string =>
		share === 0 ? '\u2013' : `${shareInWords(share)} ${leaningSigns[leaningOf(direction)]}`;
	const rows = [
		...one.sources.map((source) => [source.title, shareInWords(source.before), shareInWords(source.after), '']),
		...one.features
			.slice(0, inATable)
			.map((feature) => [feature.name, weight(feature.before), weight(feature.after), feature.reversed ? 'opposite effect' : '']),
	].map((cells) => cells.map(oneLine));
	const widths = [0, 1, 2].map((column) =>
		Math.max([oneLine(one.id), before, after][column]!.length, ...rows.map((cells) => cells[column]!.length)),
	);
	const line = (cells: readonly string[]): string => `  ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd();
	return [
		`  ${oneLine(one.title)}: what both classifiers use, as shares of all mean |SHAP|. ${differenceInWords(one, { before, after })}`,
		paint(depth, dim, line(['', before, after, ''])),
		...rows.map(line),
	];
}
