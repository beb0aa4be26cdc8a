import * as z from 'zod';
import type { AnyDetector, ChosenThreshold, DetectorFormat, ShownThreshold } from '../../formats/detectors/detector.ts';
import { labelNamesOf } from '../../formats/label-classes.ts';
import { profileFormat, type ProfileFormat } from '../../formats/profile.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { calibrationItem } from './calibration-item.ts';
import type { ItemNumbers, Measure, Measured } from './measure.ts';
import { measuresOf, type CalibrationMethod, type DetectorFit } from './method.ts';
import { parsedOptions, type GivenOptions, type MethodOption } from './method-options.ts';

/** An option with the methods that have it. */
export interface FamilyOption extends MethodOption {
	readonly name: string;
	readonly methods: readonly string[];
}

/** Methods that are calibrated together into one profile, and all that goes by method. */
export interface CalibrationFamily<D extends AnyDetector = AnyDetector> {
	readonly methods: readonly CalibrationMethod<D>[];
	readonly methodNamed: (name: string) => CalibrationMethod<D> | undefined;
	/** The fit of an id. @throws RangeError for one that no method has. */
	readonly fitNamed: (id: string) => DetectorFit<D>;
	/** What the methods measure, each once. */
	readonly measures: readonly Measure[];
	/** What can be set of the methods, each once. */
	readonly options: readonly FamilyOption[];
	/** All options as they are when these are given: those that are not given as they usually are, or left out where nothing is usual. @throws UserError RA660 for one that no method has, or that may not be so. */
	readonly allOptions: (given: GivenOptions) => GivenOptions;
	/** Of a file: some of the measures, by name; others are left out. */
	readonly itemNumbers: z.ZodType<ItemNumbers>;
	readonly measuredItem: z.ZodType<Measured>;
	readonly profiles: ProfileFormat<D>;
	/** The thresholds of a profile, in its order; a detector may have several. */
	shownThresholds(profile: { readonly detectors: readonly D[] }): readonly ShownThreshold[];
	/** A profile's detectors with a threshold that a person has chosen, by its id; those that do not have it are as they were. */
	withThreshold(detectors: readonly D[], id: string, to: ChosenThreshold): D[];
}

/**
 * The family of a list of methods: a method that is in the list needs no other place.
 * @throws RangeError without a method, and when two measures, methods, fits or options have the same name.
 */
export function calibrationFamily<D extends AnyDetector>(methods: readonly CalibrationMethod<D>[]): CalibrationFamily<D> {
	const formats = [...new Set(methods.map(({ format }) => format))];
	const measures = [...new Set(methods.flatMap(measuresOf))];
	const fits = methods.flatMap(({ detectors }) => detectors);
	requireLabelClasses(methods);
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
	const options = optionsOf(methods);
	const itemNumbers = z.object(Object.fromEntries(measures.map(({ name, schema }) => [name, schema.optional()])));
	return {
		methods,
		measures,
		options,
		allOptions: (given) => withUsual(options, given),
		itemNumbers,
		measuredItem: calibrationItem.and(z.object({ numbers: itemNumbers })),
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

function optionsOf(methods: readonly CalibrationMethod[]): FamilyOption[] {
	const declared = methods.flatMap(({ options }) => Object.entries(options));
	const each = [...new Map(declared.map(([name, option]) => [option, name]))].map(([option, name]) => ({ option, name }));
	requireDifferent(
		'options',
		each.map(({ name }) => name),
	);
	return each.map(({ option, name }) => ({
		...option,
		name,
		methods: methods.filter(({ options }) => options[name] === option).map((method) => method.name),
	}));
}

function withUsual(options: readonly FamilyOption[], given: GivenOptions): GivenOptions {
	const unknown = Object.keys(given).find((name) => options.every((option) => option.name !== name));
	if (unknown !== undefined)
		throw new UserError(errorNumbers.invalidMethodOption, `No method has an option '${unknown}'.`, {
			hint: `There are ${options.map(({ name, methods }) => `'${name}' (${methods.join(', ')})`).join(', ') || 'no options'}.`,
		});
	return Object.fromEntries(
		options.flatMap((option) => {
			const { [option.name]: is } = parsedOptions({ [option.name]: option }, given, option.methods);
			return typeof is === 'number' || typeof is === 'string' ? [[option.name, is]] : [];
		}),
	);
}

/** Entries and queries are labeled by names that all methods share (`labelClasses`): one that has names of its own would never find a label. */
function requireLabelClasses(methods: readonly CalibrationMethod[]): void {
	for (const { name, subject, classes } of methods) {
		const known: readonly string[] = labelNamesOf(subject);
		const other = [classes.negative, classes.positive].find((one) => subject !== 'trace' && !known.includes(one));
		if (other !== undefined) throw new RangeError(`'${name}' tells '${other}' apart, and labels are ${known.join(' or ')}`);
	}
}

function requireDifferent(what: string, names: readonly string[]): void {
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice !== undefined) throw new RangeError(`two ${what} are called '${twice}'`);
}

function found<T>(one: T | undefined, otherwise: string): T {
	if (one === undefined) throw new RangeError(otherwise);
	return one;
}
