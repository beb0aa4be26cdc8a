import type { ShownThreshold } from './detector.ts';
import type { ChosenBy, Interval, OperatingPoint } from './figures.ts';

/** A threshold that was chosen by one of the usual criteria, or by hand. */
export function shownThreshold(
	id: string,
	{
		threshold,
		auc,
		criterion,
		operatingPoint,
	}: {
		readonly threshold: number;
		readonly auc: Interval | null;
		readonly criterion: ChosenBy;
		readonly operatingPoint: OperatingPoint | null;
	},
): ShownThreshold {
	return {
		id,
		threshold,
		auc,
		classifier: null,
		asked: inWords(criterion),
		judged: operatingPoint === null ? null : operatingPoint.on === 'test' ? 'on the test side' : 'in turns',
	};
}

/** A threshold that a person has moved was asked to be nothing but itself. */
export const setByHand = 'a threshold set by hand';

function inWords(criterion: ChosenBy): string {
	switch (criterion.kind) {
		case 'quantile':
			return `the quantile at ${criterion.probability}`;
		case 'f1':
			return 'the largest F1';
		case 'by-hand':
			return setByHand;
	}
}
