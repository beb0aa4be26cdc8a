import type { Fitted, FitSettings } from '../../analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../analysis/calibration/measure.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import type { CrossingError } from '../../protocol/wire-error.ts';

/** What a thread is to fit. */
export interface FitWork {
	/** Of a `DetectorFit`. */
	readonly id: string;
	readonly traces: readonly MeasuredTrace[];
	readonly settings: FitSettings;
}

/** What it says; after `fitted` or `error` nothing more. */
export type FitAnswer =
	| { readonly type: 'progress' /** 0 to 1. */; readonly share: number }
	| { readonly type: 'fitted'; readonly fitted: Fitted<Detector> }
	| { readonly type: 'error'; readonly error: CrossingError };
