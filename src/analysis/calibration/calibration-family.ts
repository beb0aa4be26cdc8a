import { z } from 'zod';
import type { AnyDetector, ChosenThreshold, DetectorFormat, ShownThreshold } from '../../formats/detectors/detector.ts';
import { profileFormat, type ProfileFormat } from '../../formats/profile.ts';
import type { Measure, MeasuredTrace, TraceNumbers } from './measure.ts';
import type { CalibrationMethod, DetectorFit } from './method.ts';
import { traceItem } from './trace-item.ts';

/** Methods that are calibrated together into one profile, and all that goes by method. */
export interface CalibrationFamily<D extends AnyDetector> {
	readonly methods: readonly CalibrationMethod<D>[];
	readonly methodNamed: (name: string) => CalibrationMethod<D> | undefined;
	/** The fit of an id. @throws RangeError for one that no method has. */
	readonly fitNamed: (id: string) => DetectorFit<D>;
	/** What the methods measure, each once. */
	readonly measures: readonly Measure[];
	/** Of a file: some of the measures, by name; others are left out. */
	readonly traceNumbers: z.ZodType<TraceNumbers>;
	readonly measuredTrace: z.ZodType<MeasuredTrace>;
	readonly profiles: ProfileFormat<D>;
	/** The thresholds of a profile, in its order; a detector may have several. */
	readonly shownThresholds: (profile: { readonly detectors: readonly D[] }) => readonly ShownThreshold[];
	/** A profile's detectors with a threshold that a person has chosen, by its id; those that do not have it are as they were. */
	readonly withThreshold: (detectors: readonly D[], id: string, to: ChosenThreshold) => D[];
}

/**
 * The family of a list of methods: a method that is in the list needs no other place.
 * @throws RangeError without a method, and when two measures, methods or fits have the same name.
 */
export function calibrationFamily<D extends AnyDetector>(methods: readonly CalibrationMethod<D>[]): CalibrationFamily<D> {
	const formats = [...new Set(methods.map(({ format }) => format))];
	const measures = [...new Set(methods.map(({ measure }) => measure))];
	const fits = methods.flatMap(({ detectors }) => detectors);
	requireDifferent(
		'methods',
		methods.map(({ name }) => name),
	);
	requireDifferent(
		'measures',
		measures.map(({ name }) => name),
	);
	requireDifferent(
		'fits',
		fits.map(({ id }) => id),
	);
	const formatOf = (detector: D): DetectorFormat<D> =>
		found(
			formats.find(({ is }) => is(detector)),
			`no method has '${detector.method}'`,
		);
	const shown = (detector: D): readonly ShownThreshold[] => formatOf(detector).shown(detector);
	const traceNumbers = z.object(Object.fromEntries(measures.map(({ name, schema }) => [name, schema.optional()])));
	return {
		methods,
		measures,
		traceNumbers,
		measuredTrace: traceItem.extend({ numbers: traceNumbers }),
		profiles: profileFormat(formats),
		methodNamed: (name) => methods.find((method) => method.name === name),
		fitNamed: (id) =>
			found(
				fits.find((fit) => fit.id === id),
				`no method fits '${id}'`,
			),
		shownThresholds: ({ detectors }) => detectors.flatMap(shown),
		withThreshold: (detectors, id, to) =>
			detectors.map((detector) => (shown(detector).some((one) => one.id === id) ? formatOf(detector).moved(detector, id, to) : detector)),
	};
}

function requireDifferent(what: string, names: readonly string[]): void {
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice !== undefined) throw new RangeError(`two ${what} are called '${twice}'`);
}

function found<T>(one: T | undefined, otherwise: string): T {
	if (one === undefined) throw new RangeError(otherwise);
	return one;
}
