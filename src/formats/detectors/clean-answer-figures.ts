import * as z from 'zod';
import type { AnyDetector, ChosenThreshold, ShownThreshold } from './detector.ts';
import { count, interval, type Interval } from './figures.ts';
import { setByHand } from './shown-threshold.ts';

/** On clean answers that had no part in the threshold, unless a person moved it; `null` where none was held out. */
export const heldOut = z.object({ n: count, falsePositiveRate: interval }).nullable();
/** On answers that are known to be recited; `auc`: against clean answers. `null` without any. */
export const memorised = z.object({ n: count, truePositiveRate: interval, auc: interval }).nullable();

/** A detector whose threshold is a conformal one of clean answers. */
interface OnCleanAnswers extends AnyDetector {
	readonly threshold: number;
	readonly criterion:
		| { readonly kind: 'conformal'; readonly alpha: number; readonly n: number }
		| { readonly kind: 'by-hand'; readonly n: number };
	readonly heldOut: { readonly n: number; readonly falsePositiveRate: Interval } | null;
	readonly memorised: { readonly n: number; readonly truePositiveRate: Interval; readonly auc: Interval } | null;
}

export function shownOnCleanAnswers({
	method,
	level,
	threshold,
	criterion,
	memorised: recited,
}: OnCleanAnswers): readonly ShownThreshold[] {
	return [
		{
			id: `${method} ${level}`,
			threshold,
			auc: recited?.auc ?? null,
			classifier: null,
			asked: criterion.kind === 'conformal' ? `α = ${criterion.alpha}` : setByHand,
			// Its figures are those of clean answers held out, whatever is asked.
			judged: null,
		},
	];
}

/** What changes of a detector whose threshold a person has moved. */
export function movedOnCleanAnswers(
	{ criterion, heldOut: kept, memorised: recited }: OnCleanAnswers,
	{ threshold, falsePositiveRate, truePositiveRate }: ChosenThreshold,
) {
	return {
		threshold,
		criterion: { kind: 'by-hand' as const, n: criterion.n },
		heldOut: kept === null || falsePositiveRate === null ? null : { ...kept, falsePositiveRate },
		memorised: recited === null || truePositiveRate === null ? null : { ...recited, truePositiveRate },
	};
}
