import type { CalibrationItem } from '../../analysis/calibration/calibration-item.ts';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { dataNotes, type CalibrationMethod, type FitSettings, type Look } from '../../analysis/calibration/method.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readerNouns, type ReaderKind } from '../../formats/reader.ts';
import { whatWouldFit, whyNothingFits } from './nothing-fits.ts';

export interface ChosenMethods {
	readonly methods: readonly CalibrationMethod[];
	/** Those that the data do not allow, and why. */
	readonly left: readonly { readonly method: string; readonly why: string }[];
}

/** Whether data and readers allow a method: one that nobody named is left out where its reader cannot be had. @param available readers that can be had. */
export function lookAt(
	{ look, measure }: Pick<CalibrationMethod, 'look' | 'measure'>,
	items: readonly CalibrationItem[],
	settings: FitSettings,
	available: readonly ReaderKind[],
): Look {
	const missing = measure.readers.find((kind) => !available.includes(kind));
	return missing === undefined
		? look(items, settings)
		: { fits: false, why: `It needs a reader that this version of RAG Assay does not have yet: ${readerNouns[missing]}.` };
}

/**
 * The methods of a run: those that were asked for, or all that the data allow. Of methods that judge what the data do not hold nothing is said where
 * nobody named them.
 * @throws UserError RA652 for one that was asked for and cannot be fitted, RA654 for a name that is none, RA658 when the data allow none.
 */
export function chooseMethods(
	{ methods: known, methodNamed }: Pick<CalibrationFamily, 'methods' | 'methodNamed'>,
	items: readonly CalibrationItem[],
	asked: readonly string[] | undefined,
	settings: FitSettings,
	available: readonly ReaderKind[],
): ChosenMethods {
	if (asked !== undefined) {
		const methods = known.filter(({ name }) => asked.includes(name));
		const unknown = asked.find((name) => methodNamed(name) === undefined);
		if (unknown !== undefined)
			throw new UserError(errorNumbers.unknownMethod, `There is no method '${unknown}' to calibrate.`, {
				hint: `Methods are ${known.map(({ name }) => name).join(', ')}.`,
			});
		for (const { title, look, about } of methods) {
			const { fits, why, code = errorNumbers.methodCannotBeFitted } = look(items, settings);
			if (!fits)
				throw new UserError(code, `${title} cannot be calibrated with these data. ${[why, ...about(items)].join(' ')}`, {
					hint: 'Name other data, or leave the method out.',
				});
		}
		return { methods, left: [] };
	}
	const subjects = new Set(items.map(({ subject }) => subject));
	const concerned = known.filter(({ subject }) => subjects.has(subject));
	const looked = (concerned.length === 0 ? known : concerned).map((method) => ({ method, ...lookAt(method, items, settings, available) }));
	const methods = looked.filter(({ fits }) => fits).map(({ method }) => method);
	if (methods.length === 0)
		throw new UserError(
			errorNumbers.nothingCanBeFitted,
			`Nothing can be calibrated with these data. ${[...whyNothingFits(looked, items), ...dataNotes(known, items)].join(' ')}`,
			{ hint: whatWouldFit(known, items) },
		);
	return { methods, left: looked.filter(({ fits }) => !fits).map(({ method, why }) => ({ method: method.name, why })) };
}
