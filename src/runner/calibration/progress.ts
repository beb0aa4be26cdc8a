import type { CalibrationState } from '../../protocol/calibration.ts';
import { secondsLeft } from '../models/progress.ts';

/** Steps of fitting, for a bar that moves. */
const fittingSteps = 1000;

/** Turns what a run does into what is told of it. Time is of `performance.now`. */
export class StateProgress {
	#measuring: { began: number; fresh: number } | undefined;
	#fittingBegan: number | undefined;
	#failed = 0;
	readonly #now: () => number;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** What was kept from before costs no time and tells nothing of it. */
	measuring({
		done,
		total,
		failed,
		fresh,
	}: {
		done: number;
		total: number;
		failed: number;
		fresh: boolean;
	}): Extract<CalibrationState, { kind: 'measuring' }> {
		this.#measuring ??= { began: this.#now(), fresh: 0 };
		if (fresh) this.#measuring.fresh++;
		else if (this.#measuring.fresh === 0) this.#measuring.began = this.#now();
		this.#failed = failed;
		return {
			kind: 'measuring',
			done,
			total,
			failed,
			secondsLeft: secondsLeft((this.#now() - this.#measuring.began) / 1000, this.#measuring.fresh, total - done),
		};
	}

	/** `share` of the fits, 0 to 1. */
	fitting(share: number, step: string): Extract<CalibrationState, { kind: 'fitting' }> {
		this.#fittingBegan ??= this.#now();
		return {
			kind: 'fitting',
			step,
			done: Math.round(share * fittingSteps),
			total: fittingSteps,
			failed: this.#failed,
			secondsLeft: secondsLeft((this.#now() - this.#fittingBegan) / 1000, share, 1 - share),
		};
	}
}
