import type { Fitted, FitSettings } from '../../analysis/calibration/method.ts';
import type { Measured } from '../../analysis/calibration/measure.ts';
import type { AnyDetector } from '../../formats/detectors/detector.ts';
import type { CrossingError } from '../../protocol/wire-error.ts';

/** What a thread is to fit. */
export interface FitWork {
	/** Of a `DetectorFit`. */
	readonly id: string;
	readonly items: readonly Measured[];
	readonly settings: FitSettings;
}

/** What it says; after `fitted` or `error` nothing more. */
export type FitAnswer<D extends AnyDetector = AnyDetector> =
	| { readonly type: 'progress' /** 0 to 1. */; readonly share: number }
	| { readonly type: 'fitted'; readonly fitted: Fitted<D> }
	| { readonly type: 'error'; readonly error: CrossingError };
