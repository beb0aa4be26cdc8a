import type * as z from 'zod';
import type { Interval } from './figures.ts';

/** What every detector of a profile has, whatever its method. */
export interface AnyDetector {
	readonly method: string;
	readonly level: string;
}

/** A threshold of a profile under the id that reports give it. */
export interface ShownThreshold {
	readonly id: string;
	readonly threshold: number;
	readonly auc: Interval | null;
	/** Hash of the classifier that the threshold belongs to. */
	readonly classifier: string | null;
	/** What it was asked to be, in words, alike where the same was asked: what the data gave (sizes, ranks) is not in it. */
	readonly asked: string;
	/** What its figures are of, in words; `null` where nothing was judged, or always in the same way. */
	readonly judged: string | null;
}

/** A threshold that a person has chosen, and what it does on the data that the detector's own figures are of; `null`: there is no such figure. */
export interface ChosenThreshold {
	readonly threshold: number;
	readonly truePositiveRate: Interval | null;
	readonly falsePositiveRate: Interval | null;
	readonly precision: Interval | null;
}

/** An object whose `method` tells it from the detectors of other methods. */
type DetectorSchema<D extends AnyDetector> = z.ZodType<D> &
	z.core.$ZodTypeDiscriminable & { readonly shape: { readonly method: z.ZodType<string> } };

/** How the detector of a method, or of several that share a schema, stands in a profile: all that is to be known of it there. */
export interface DetectorFormat<D extends AnyDetector = AnyDetector> {
	readonly schema: DetectorSchema<D>;
	/** Whether a detector is of these methods. */
	readonly is: <T extends AnyDetector>(one: T) => one is T & D;
	/** Its thresholds, one for each report that the method's fit gives, under the same ids. */
	shown(detector: D): readonly ShownThreshold[];
	/** The detector with that threshold moved by a person: the criterion says so, and what was promised or measured of the old one is gone. */
	moved(detector: D, id: string, to: ChosenThreshold): D;
}

/** Completes the format of a kind of detector with `is`, which recognizes its detectors. */
export function defineDetector<D extends AnyDetector>(format: Omit<DetectorFormat<D>, 'is'>): DetectorFormat<D> {
	return { ...format, is: <T extends AnyDetector>(one: T): one is T & D => format.schema.shape.method.safeParse(one.method).success };
}
