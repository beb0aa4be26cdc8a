import type { DetectorReport } from './detector-report.ts';

interface Learner extends Pick<DetectorReport, 'id' | 'method'> {
	readonly learned?: DetectorReport['learned'] | undefined;
}

/** A report whose classifier is that of another detector. */
type Sharing<T extends Learner> = Omit<T, 'learned'> & { readonly learned: null; readonly sameClassifierAs: string };

/**
 * Leaves what a classifier learned with the first detector that it judges for; the others name that one.
 * A classifier of sentences may judge responses, too, and a summary has thousands of numbers.
 */
export function learnedOnce<T extends Learner>(reports: readonly T[]): (T | Sharing<T>)[] {
	const first = new Map<string, string>();
	return reports.map((report) => {
		const { id, method, learned } = report;
		if (learned === undefined || learned === null) return report;
		// Fits of two levels grow the same trees each for itself.
		const key = JSON.stringify([method, learned]);
		const known = first.get(key);
		if (known !== undefined) return { ...report, learned: null, sameClassifierAs: known };
		first.set(key, id);
		return report;
	});
}
