import type { Likeness } from '../../formats/likeness.ts';
import { seededRandom } from '../../statistics/random.ts';
import { twoSampleTest } from '../../statistics/two-sample-test.ts';
import { likenessColumns } from './likeness-columns.ts';
import type { LikenessRow } from './likeness-row.ts';

/** Fewer answers say nothing. */
export const leastBatch = 20;
/** The last ones that are compared. */
export const mostBatch = 50;
/** Of batches that are like the profile's answers, one in a hundred is called unlike. */
const level = 0.01;
/** A difference that is certain, and smaller than this, changes no verdict worth a word. */
const leastArea = 0.6;
/** A column says something by itself from here on. */
const tellingArea = 0.6;
const mostNamed = 3;

/** Whether a batch looks unlike the rows that a profile was made from. The same rows give the same answer. */
export function likenessOf(reference: readonly LikenessRow[], batch: readonly LikenessRow[]): Likeness {
	const rows = batch.slice(-mostBatch);
	if (rows.length < leastBatch || reference.length < leastBatch) return { unlike: null, differs: [], p: null, rows: rows.length };
	const { area, p, columns } = twoSampleTest(reference, rows, { random: seededRandom(1) });
	const unlike = p <= level && area >= leastArea;
	return { unlike, differs: unlike ? differing(columns) : [], p, rows: rows.length };
}

/** In words, each once. */
function differing(areas: readonly number[]): string[] {
	const telling = areas
		.map((area, c) => ({ far: Math.abs(area - 0.5), words: area > 0.5 ? likenessColumns[c]!.more : likenessColumns[c]!.less }))
		.toSorted((a, b) => b.far - a.far);
	const named = telling.filter(({ far }) => far >= tellingArea - 0.5);
	return [...new Set((named.length === 0 ? telling.slice(0, 1) : named).map(({ words }) => words))].slice(0, mostNamed);
}
