import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { seededRandom } from '../../src/statistics/random.ts';
import type { PiiType } from '../../src/text/pii/pii-types.ts';
import type { Figure } from '../figure.ts';
import type { MarkedText, MarkedValue } from './marked-text.ts';

/** `exact`: type and both ends; `overlapping`: type and at least one character. */
export type Match = 'exact' | 'overlapping';

/** Of one text and one type. */
export interface Counts {
	readonly right: number;
	readonly found: number;
	readonly marked: number;
}

/** How many of the values found are marked ones: each counts once. */
export function countsOf(found: readonly MarkedValue[], marked: readonly MarkedValue[], match: Match): Counts {
	const open = [...marked];
	let right = 0;
	for (const one of found) {
		const at = open.findIndex(
			({ start, end, type }) =>
				type === one.type && (match === 'exact' ? start === one.start && end === one.end : start < one.end && one.start < end),
		);
		if (at === -1) continue;
		open.splice(at, 1);
		right++;
	}
	return { right, found: found.length, marked: marked.length };
}

const measures: readonly (readonly [string, (counts: Counts) => number, (counts: Counts) => number])[] = [
	['precision', ({ right, found }) => right / found, ({ found }) => found],
	['recall', ({ right, marked }) => right / marked, ({ marked }) => marked],
	['F1', ({ right, found, marked }) => (2 * right) / (found + marked), ({ found, marked }) => found + marked],
];

/** Precision, recall and F1 of one type (or of all), with bootstrap intervals over the texts; a measure of nothing is left out. */
export function figuresOf(
	name: string,
	texts: readonly MarkedText[],
	found: readonly (readonly MarkedValue[])[],
	type: PiiType | 'all',
	match: Match,
	{ seed, resamples }: { readonly seed: number; readonly resamples: number },
): Figure[] {
	const ofType = (values: readonly MarkedValue[]): readonly MarkedValue[] =>
		type === 'all' ? values : values.filter((one) => one.type === type);
	const counts = texts.map(({ values }, i) => countsOf(ofType(found[i]!), ofType(values), match));
	const sum = (drawn: Uint32Array): Counts => {
		let [right, all, marked] = [0, 0, 0];
		for (let i = 0; i < counts.length; i++) {
			right += counts[i]!.right * drawn[i]!;
			all += counts[i]!.found * drawn[i]!;
			marked += counts[i]!.marked * drawn[i]!;
		}
		return { right, found: all, marked };
	};
	const whole = sum(new Uint32Array(counts.length).fill(1));
	return measures.flatMap(([measure, of, size]): Figure[] => {
		const n = size(whole);
		if (n === 0) return [];
		const cases = counts.filter((one) => size(one) > 0).length;
		// A resample may hold none of a rare type: nothing was measured, and the whole's value stands for it.
		const statistic = (drawn: Uint32Array): number => {
			const drawnSum = sum(drawn);
			return size(drawnSum) === 0 ? of(whole) : of(drawnSum);
		};
		const { value, low, high } = bootstrapInterval(counts.length, statistic, {
			random: seededRandom(seed),
			resamples,
			method: 'percentile',
			unvaried: { cases },
		});
		return [{ name: `${name} | ${type} | ${match} | ${measure}`, value, low, high, n, unit: '', target: null }];
	});
}
