import { minDeviation } from './corpus-moments.ts';

/** A query of a session, and the document that lies nearest to it. */
export interface AskedQuery {
	readonly text: string;
	/** `null`: no document lies nearer than the others. */
	readonly target: string | null;
}

/** Whether the nearest document lies nearer than the others: where all are alike, the first of them is nobody's target. */
export function standsOut({ max, mean }: { readonly max: number; readonly mean: number }): boolean {
	return max - mean > minDeviation;
}

/**
 * A session's queries without repetitions, for `sessionSignal`: who asks the same question again, because an answer was slow or bad, has
 * asked it once. The last of each stays, at its place.
 * @param asked the newest last
 */
export function distinctTargets<Query extends AskedQuery>(asked: readonly Query[]): Query[] {
	const last = new Map<string, Query>();
	for (const query of asked) {
		const same = sameQuestion(query.text);
		last.delete(same);
		last.set(same, query);
	}
	return [...last.values()];
}

/** What questions have in common that differ in case, spaces and punctuation alone; of a text without letters and digits the text itself. */
function sameQuestion(text: string): string {
	const words = text
		.normalize('NFKC')
		.toLowerCase()
		.match(/[\p{L}\p{M}\p{N}]+/gu);
	return words === null ? text : words.join(' ');
}
