import { errorNumbers, type ErrorNumberOf } from '../../error-numbers.ts';
import { minConformalSample } from '../../statistics/conformal-threshold.ts';
import { stratifiedPart } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import type { Interval } from '../../formats/detectors/figures.ts';
import { percentOf } from '../../wording/numbers.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { heldOutShare } from './train-test-split.ts';
import type { MethodClasses } from './method.ts';
import type { RepcsAnswers } from './repcs-answers.ts';
import type { TraceItem } from './trace-item.ts';

/** The classes that methods of memory tell apart, as tags name them. */
export const cleanOrMemorized: MethodClasses<TraceItem> = {
	of: 'trace',
	negative: 'clean',
	positive: 'memorized',
	truths: ({ side }) => [side === 'memorised' ? true : side === 'clean' ? false : null],
};

/** How somebody says which answers are clean. */
const howToTag =
	'tag traces `clean` if they were answered from contexts that the model has not learned (`tags` in the front matter or in `response.jsonl`)';

/** Why so many clean answers give no conformal threshold; `null` where they do. */
export function missingClean(
	count: number,
	alpha: number,
): { readonly code: ErrorNumberOf<'methodCannotBeFitted' | 'tooFewCleanAnswers'>; readonly why: string } | null {
	const needed = minConformalSample(alpha);
	if (count === 0)
		return {
			code: errorNumbers.methodCannotBeFitted,
			why: `It needs at least ${plural(needed, 'clean answer')}, and there are none: ${howToTag}.`,
		};
	if (count < needed)
		return {
			code: errorNumbers.tooFewCleanAnswers,
			why: `At α = ${alpha} it needs at least ${plural(needed, 'clean answer')} to calibrate on, and ${thereAre(count)}: ${howToTag}, or raise α.`,
		};
	return null;
}

/** Says that clean answers that had no part in a threshold are flagged more often than α promises; nothing where they may not be. */
export function aboveAlpha(falsePositiveRate: Interval | null, alpha: number): string[] {
	if (falsePositiveRate === null || falsePositiveRate.low <= alpha) return [];
	const { value, low, high } = falsePositiveRate;
	return [
		`The threshold does not keep to \u03b1 = ${alpha} here: of the clean answers held out, ${percentOf(value)} are flagged (${percentOf(low)} to ${percentOf(high)}). They differ from the answers that chose the threshold, or those were an unlucky draw. Tag more answers like them \`clean\`, and calibrate again.`,
	];
}

/** Which clean answers choose the threshold and which judge it, with what is to be said of that. */
export interface CleanParts<T> {
	readonly calibrating: readonly T[];
	readonly heldOut: readonly T[];
	readonly notes: readonly string[];
}

/**
 * By the data's split, where it may be used and its train side suffices, else a third is held out where enough remain, else none is.
 * @param of what is fitted, such as `repcs response`: with the seed it decides what is held out
 */
export function cleanParts<T extends { readonly split: TraceItem['split']; readonly group: string }>(
	{ clean, hasSplit, onSides }: Pick<RepcsAnswers<T>, 'clean' | 'hasSplit' | 'onSides'>,
	{ alpha, seed, of }: { readonly alpha: number; readonly seed: number; readonly of: string },
): CleanParts<T> {
	const min = minConformalSample(alpha);
	const [train, test] = [clean.filter(({ split }) => split === 'train'), clean.filter(({ split }) => split === 'test')];
	if (hasSplit && train.length >= min && test.length > 0)
		return { calibrating: train, heldOut: test, notes: onSides === null ? [] : [onSides] };
	const notes =
		hasSplit && train.length > 0 && test.length > 0
			? [`The split of the clean answers is not used: its train side has ${train.length} of the ${min} that are needed.`]
			: [];
	if (clean.length < 2) return { calibrating: clean, heldOut: [], notes };
	const { part, rest } = stratifiedPart(
		randomFor(seed, `${of} held out`),
		{ labels: clean.map(() => 0), groups: clean.map(({ group }) => group) },
		heldOutShare,
	);
	return rest.length < min
		? { calibrating: clean, heldOut: [], notes }
		: { calibrating: rest.map((i) => clean[i]!), heldOut: part.map((i) => clean[i]!), notes };
}
