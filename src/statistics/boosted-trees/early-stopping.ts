import { areaUnderCurve } from '../auc.ts';
import { logisticLoss } from './gradients.ts';

/** What a validation part is judged by: mean logistic loss in nats (lower is better) or area under the ROC curve (higher). */
export type ValidationMetric = 'logloss' | 'auc';

/** The metric of margins. @throws RangeError for `auc` without a sample of each class. */
export function validationScore(metric: ValidationMetric, margins: Float32Array, labels: Uint8Array): number {
	return metric === 'logloss' ? logisticLoss(margins, labels) : areaUnderCurve(margins, labels);
}

/** Remembers the best round and says when too many have passed since. */
export class EarlyStopping {
	/** The first round with the best score, from 1; 0 before any. */
	bestRound = 0;
	bestScore: number;
	private readonly higherIsBetter: boolean;
	private readonly patience: number;

	constructor(metric: ValidationMetric, patience: number) {
		if (!Number.isInteger(patience) || patience < 1) throw new RangeError(`a patience of ${patience} rounds`);
		this.higherIsBetter = metric === 'auc';
		this.bestScore = this.higherIsBetter ? -Infinity : Infinity;
		this.patience = patience;
	}

	/** Takes the score of a round. @returns whether `patience` rounds have passed without a better one. */
	isOver(round: number, score: number): boolean {
		if (this.higherIsBetter ? score > this.bestScore : score < this.bestScore) {
			this.bestRound = round;
			this.bestScore = score;
		}
		return round - this.bestRound >= this.patience;
	}
}
