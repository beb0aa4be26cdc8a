import type { CalibrationReport, DetectorReport, ThresholdPoint } from '../../src/protocol/calibration-panel.ts';
import { Newest } from '../shared/newest.ts';

/** What the thresholds do that a person has moved, by detector. */
export type Moved = ReadonlyMap<string, ThresholdPoint>;

export interface MovedThreshold {
	readonly id: string;
	readonly threshold: number;
}

/** Of the runner. */
export type TryThreshold = (asked: MovedThreshold & { readonly run: string }) => Promise<ThresholdPoint>;

/** The thresholds of one report that a person has moved, and what they do. */
export class Thresholds {
	readonly report: CalibrationReport;
	/** Where they were put; what they do there may still be on its way. */
	readonly #wanted = new Map<string, number>();
	readonly #points = new Map<string, ThresholdPoint>();
	/** By detector: a newer threshold takes the place of those of its own, not of another's. */
	readonly #asking: ReadonlyMap<string, Newest<number, ThresholdPoint>>;
	readonly #changed: (detector: DetectorReport, point: ThresholdPoint) => void;

	constructor(
		report: CalibrationReport,
		ask: TryThreshold,
		changed: (detector: DetectorReport, point: ThresholdPoint) => void,
		failed: (error: unknown) => void,
	) {
		this.report = report;
		this.#changed = changed;
		this.#asking = new Map(
			report.detectors.map(({ id }) => [
				id,
				new Newest(
					(threshold) => ask({ id, threshold, run: report.run }),
					(point, threshold) => {
						// Put back meanwhile: that needs no answer.
						if (!this.#wanted.has(id)) return;
						this.#points.set(id, { ...point, threshold });
						this.#told(id);
					},
					failed,
				),
			]),
		);
	}

	/** All that were moved. */
	get moved(): MovedThreshold[] {
		return [...this.#wanted].map(([id, threshold]) => ({ id, threshold }));
	}

	/** What they do, as far as it is known. */
	get points(): Moved {
		return this.#points;
	}

	/** Where a threshold is, whether it is known what it does there or not. */
	of({ id, threshold }: DetectorReport): number {
		return this.#wanted.get(id) ?? threshold;
	}

	pointOf(detector: DetectorReport): ThresholdPoint {
		return this.#points.get(detector.id) ?? detector.point;
	}

	move(id: string, threshold: number): void {
		const detector = this.report.detectors.find((one) => one.id === id);
		if (detector === undefined) return;
		if (threshold === detector.threshold) {
			this.#wanted.delete(id);
			this.#points.delete(id);
			this.#asking.get(id)?.forget();
			this.#told(id);
			return;
		}
		this.#wanted.set(id, threshold);
		this.#asking.get(id)?.want(threshold);
	}

	#told(id: string): void {
		const detector = this.report.detectors.find((one) => one.id === id);
		if (detector !== undefined) this.#changed(detector, this.pointOf(detector));
	}
}
