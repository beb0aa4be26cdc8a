import { clearDirection } from '../formats/detectors/learned.ts';
import { decimal, percentOf } from '../wording/numbers.ts';
import { listInWords, plural } from '../wording/phrases.ts';

/** What a classifier goes by, as the report of a calibration has it. */
export interface LearnedSummary {
	/** Rows that were explained, of those that it was trained on. */
	readonly rows: number;
	readonly of: number;
	readonly rowNouns: { readonly one: string; readonly many: string };
	/** What weighs most first. */
	readonly features: readonly {
		readonly name: string;
		/** The same in words. */
		readonly title: string;
		/** Mean size of its SHAP values, log-odds. */
		readonly mean: number;
		readonly direction: number | null;
		readonly points: { readonly rank: readonly number[]; readonly shap: readonly number[] };
	}[];
}

interface BothShares {
	readonly title: string;
	readonly before: number;
	readonly after: number;
}

interface Weight {
	readonly share: number;
	readonly direction: number | null;
}

/** What two classifiers go by, as a comparison with a saved profile has it. */
export interface LearnedPair {
	readonly id: string;
	readonly title: string;
	readonly models: { readonly before: string | null; readonly after: string | null };
	readonly sources: readonly BothShares[];
	readonly parts: readonly BothShares[];
	readonly features: readonly {
		readonly name: string;
		readonly title: string;
		readonly before: Weight;
		readonly after: Weight;
		readonly reversed: boolean;
	}[];
}

/** Which way a feature speaks: `raises`: larger values speak for positive; `lowers`: against it; `mixed`: neither way alone. */
export type Leaning = 'raises' | 'lowers' | 'mixed';

/** Says which way a feature speaks, by the rank correlation of its values with its SHAP values. */
export function leaningOf(direction: number | null): Leaning {
	return direction === null || Math.abs(direction) < clearDirection ? 'mixed' : direction > 0 ? 'raises' : 'lowers';
}

export const leaningSigns: Readonly<Record<Leaning, string>> = { raises: '\u2191', lowers: '\u2193', mixed: '\u2195' };

/** Says what the signs mean, such as `↑ larger values suggest “unsupported”, ↓ smaller ones do, ↕ it depends on the rest`. */
export function signsInWords(positive: string): string {
	return `${leaningSigns.raises} larger values suggest “${positive}”, ${leaningSigns.lowers} smaller ones do, ${leaningSigns.mixed} it depends on the rest`;
}

/** Says of what the SHAP values are, such as `240 sentences that trained it`, or of how many of these. */
export function learnedFrom({ rows, of, rowNouns: { one, many } }: Pick<LearnedSummary, 'rows' | 'of' | 'rowNouns'>): string {
	const trained = plural(of, one, many);
	return rows < of ? `${rows.toLocaleString('en')} of the ${trained} that trained it` : `the ${trained} that trained it`;
}

/**
 * Finds the detector at which stands what the classifier of one learned: another one where they share it, as responses that are judged by their
 * sentences do, and otherwise the detector itself.
 */
export function whereLearnedStands<T extends { readonly id: string; readonly sameClassifierAs?: string | undefined }>(
	all: readonly T[],
	one: T,
): T {
	return all.find(({ id }) => id === one.sameClassifierAs) ?? one;
}

/** How many features a line has. */
const inALine = 5;

/** Names what a classifier goes by in one line. @param positive what it flags, such as `ungrounded` */
export function learnedLine(learned: LearnedSummary, positive: string): string {
	const { features } = learned;
	if (features.length === 0) return 'The classifier uses no feature. It gives the same result for everything.';
	const named = features
		.slice(0, inALine)
		.map(({ name, mean, direction }) => `${name} ${decimal(mean, 3)} ${leaningSigns[leaningOf(direction)]}`);
	const more = features.length - named.length;
	return `The classifier mostly uses ${named.join(', ')}${more === 0 ? '' : `; ${plural(more, 'feature')} ${more === 1 ? 'weighs' : 'weigh'} less`}. Mean |SHAP| in log-odds, of ${learnedFrom(learned)}; ${signsInWords(positive)}.`;
}

/** How the two sides of a comparison are called. */
export interface Sides {
	readonly before: string;
	readonly after: string;
}

/** Names both sides: by the model that was read, where that tells them apart. @param saved name of the saved profile */
export function sidesOf({ models: { before, after } }: Pick<LearnedPair, 'models'>, saved: string): Sides {
	return before === null || after === null || before === after
		? { before: saved, after: 'this run' }
		: { before: `${saved} (${before})`, after: `this run (${after})` };
}

/** Writes a share of a classifier's weight; a feature that does not count has none. */
export function shareInWords(share: number): string {
	return share === 0 ? '0%' : percentOf(share);
}

/** Says in a sentence or two where two classifiers differ most. */
export function differenceInWords({ sources, features }: Pick<LearnedPair, 'sources' | 'features'>, { before, after }: Sides): string {
	const size = (one: { readonly before: number; readonly after: number }): number => Math.abs(one.before - one.after);
	const [largest] = sources.toSorted((a, b) => size(b) - size(a));
	if (largest === undefined) return 'Neither classifier uses a feature.';
	const max =
		size(largest) < minDifference
			? 'Both use the same sources: no share differs by five percentage points or more.'
			: `Their shares differ most for ${largest.title}: ${shareInWords(largest.before)} in ${before}, ${shareInWords(largest.after)} in ${after}.`;
	const reversed = features.filter((feature) => feature.reversed).map(({ name }) => name);
	return reversed.length === 0 ? max : `${max} ${listInWords(reversed)} ${reversed.length === 1 ? 'has' : 'have'} the opposite effect.`;
}

/** Smaller differences are not worth a sentence. */
const minDifference = 0.05;
