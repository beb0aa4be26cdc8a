import type { ThresholdPoint } from './threshold-point.ts';
import type { Detector, Interval, OperatingPoint, Profile } from '../../formats/profile.ts';

const gapIds = { low: 'confidence-gap low', high: 'confidence-gap high' } as const;

/** A threshold of a profile under the id that reports give it. */
export interface ShownThreshold {
	readonly id: string;
	readonly threshold: number;
	readonly auc: Interval | null;
	/** Of the classifier that the threshold belongs to. */
	readonly classifier: string | null;
}

/** The thresholds of a profile; the confidence gap has two. */
export function shownThresholds({ detectors }: Pick<Profile, 'detectors'>): ShownThreshold[] {
	return detectors.flatMap((one): ShownThreshold[] => {
		switch (one.method) {
			case 'confidence-gap': return (['low', 'high'] as const).map((side) => ({ id: gapIds[side], threshold: one[side].threshold, auc: one[side].auc, classifier: null }));
			case 'repcs': return [{ id: `${one.method} ${one.level}`, threshold: one.threshold, auc: one.memorised?.auc ?? null, classifier: null }];
			case 'mean-entropy': return [{ id: `${one.method} ${one.level}`, threshold: one.threshold, auc: one.auc, classifier: null }];
			case 'spad':
			case 'spad+': return [{ id: `${one.method} ${one.level}`, threshold: one.threshold, auc: one.auc, classifier: one.sha256 }];
		}
	});
}

/**
 * A detector with a threshold that a person has chosen: the criterion says so, what was promised of another threshold is gone, and the
 * rates are those of this one.
 * @param point what it does on the data that the detector's own figures are of.
 */
export function withThreshold(detector: Detector, id: string, point: ThresholdPoint): Detector {
	const { threshold } = point;
	const criterion = { kind: 'by-hand' as const };
	const { truePositiveRate, falsePositiveRate } = point;
	switch (detector.method) {
		case 'confidence-gap': {
			const moved = <S extends { operatingPoint: OperatingPoint | null }>(side: S) => ({ ...side, threshold, criterion, operatingPoint: rates(side.operatingPoint, point) });
			return id === gapIds.low ? { ...detector, low: moved(detector.low) } : { ...detector, high: moved(detector.high) };
		}
		case 'repcs': return {
			...detector, threshold, criterion: { kind: 'by-hand', n: detector.criterion.n },
			heldOut: detector.heldOut === null || falsePositiveRate === null ? null : { ...detector.heldOut, falsePositiveRate },
			memorised: detector.memorised === null || truePositiveRate === null ? null : { ...detector.memorised, truePositiveRate },
		};
		case 'mean-entropy': return { ...detector, threshold, criterion, operatingPoint: rates(detector.operatingPoint, point) };
		case 'spad':
		case 'spad+': return { ...detector, threshold, criterion, operatingPoint: rates(detector.operatingPoint, point) };
	}
}

function rates<P extends OperatingPoint | null>(of: P, { truePositiveRate, falsePositiveRate, precision }: ThresholdPoint): P {
	if (of === null) return of;
	const nothing = { value: 0, low: 0, high: 1 };
	return { ...of, truePositiveRate: truePositiveRate ?? nothing, falsePositiveRate: falsePositiveRate ?? nothing, precision: precision ?? nothing };
}

/** Whether a report's id is one of a detector's. */
export function isOf(detector: Detector, id: string): boolean {
	return shownThresholds({ detectors: [detector] }).some((shown) => shown.id === id);
}
