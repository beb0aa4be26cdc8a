import type { ClassifierLevel } from '../../formats/detectors/classifier.ts';
import { areaPermutationP } from '../../statistics/area-permutation.ts';
import { randomFor } from '../../statistics/random.ts';
import type { FailedCheck } from './label-check.ts';
import type { LabeledSpan } from './scored-span.ts';

/** As good an area has to come from shuffled labels once in twenty times at most. */
const maxP = 0.05;

export interface LabelGate {
	/** Of the detector. */
	readonly id: string;
	readonly level: ClassifierLevel;
	readonly seed: number;
	/** Whether the scores are of what learned from these labels, each by models that have not seen its group. */
	readonly learned?: boolean;
	/** Of so many tries by these labels the best gave the scores: p is multiplied by it (Bonferroni). */
	readonly tried?: number;
}

/** Why labels choose nothing: their scores tell them no better than shuffled ones would (`areaPermutationP`). `null` where they do. */
export function labelsTellNothing(
	spans: readonly LabeledSpan[],
	{ id, level, seed, learned = false, tried = 1 }: LabelGate,
): FailedCheck | null {
	// Enough shuffled labels that the smallest p passes however many tries there were.
	const draws = Math.max(1999, Math.ceil((2 * tried) / maxP));
	const permuted = spans.map((span) => ({ ...span, response: JSON.stringify([span.place?.file, span.subject.id]) }));
	const p = Math.min(1, tried * areaPermutationP(permuted, { random: randomFor(seed, `${id} shuffled labels`), learned, draws }));
	return p <= maxP
		? null
		: {
				found: `With your labels, the scores separate supported from unsupported ${level}s no better than with shuffled labels (p = ${p.toFixed(2)}).`,
				advice: 'Label more, or check the labels.',
			};
}
