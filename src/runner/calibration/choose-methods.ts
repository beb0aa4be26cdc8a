import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { CalibrationItem } from '../../analysis/calibration/calibration-item.ts';
import { dataNotes, type CalibrationMethod, type FitSettings, type Look } from '../../analysis/calibration/method.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readerNouns, type ReaderKind } from '../../formats/reader.ts';
import { subjectKinds, subjectNouns, type SubjectKind } from '../../formats/subject.ts';
import { listInWords } from '../../wording/phrases.ts';

/** A method, and what it says of data that it was shown. */
type Looked = Pick<Look, 'why'> & { readonly method: Pick<CalibrationMethod, 'title' | 'subject'> };

/** Why data allow none of these methods, a sentence each; those that judge what the data do not hold share one. */
export function whyNothingFits(looked: readonly Looked[], items: readonly Pick<CalibrationItem, 'subject'>[]): string[] {
	const held = heldBy(items);
	return [
		...looked.filter(({ method }) => held.includes(method.subject)).map(({ method, why }) => `${method.title}: ${why}`),
		...subjectKinds
			.filter((kind) => !held.includes(kind))
			.flatMap((kind) => {
				const titles = looked.filter(({ method }) => method.subject === kind).map(({ method }) => method.title);
				const verb = titles.length === 1 ? 'judges' : 'judge';
				return titles.length === 0 ? [] : [`${listInWords(titles)} ${verb} ${subjectNouns[kind].many}, and there are none.`];
			}),
	];
}

/** What to do where data allow none of these methods: more of what one of them judges, or, where none judges what is there, something else. */
export function whatWouldFit(
	methods: readonly Pick<CalibrationMethod, 'subject'>[],
	items: readonly Pick<CalibrationItem, 'subject'>[],
): string {
	const held = heldBy(items);
	const judged = subjectKinds.filter((kind) => methods.some(({ subject }) => subject === kind));
	const both = judged.filter((kind) => held.includes(kind));
	if (held.length === 0) return `Name ${nouns(judged)}.`;
	if (both.length > 0) return `Name more ${nouns(both)}, or label some.`;
	return `No method judges ${nouns(held)} yet: name ${nouns(judged)} as well.`;
}

/** A fit that did not come about, and what to do about it where its reason does not say. */
export interface Refused {
	readonly method: string;
	readonly why: string;
	readonly hint?: string | undefined;
}

/** That nothing was fitted, with a line for each reason and those of the data; fits that have the same reason share one. */
export function linesOfNothing(refused: readonly Refused[], notes: readonly string[]): string {
	const whys = [...new Set(refused.map(({ why }) => why))];
	const named = whys.map((why) => `- ${refused.flatMap((one) => (one.why === why ? [one.method] : [])).join(', ')}: ${why}`);
	return ['Nothing could be fitted, and nothing is written.', ...named, ...notes].join('\n');
}

/** What to do, each once; `null` where no reason has anything to say. */
export function whatToDo(refused: readonly Refused[]): string | null {
	const hints = new Set(refused.flatMap(({ hint }) => hint ?? []));
	return hints.size === 0 ? null : [...hints].join(' ');
}

function heldBy(items: readonly Pick<CalibrationItem, 'subject'>[]): SubjectKind[] {
	return subjectKinds.filter((kind) => items.some(({ subject }) => subject === kind));
}

function nouns(kinds: readonly SubjectKind[]): string {
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds.map((kind) => subjectNouns[kind].many));
}

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
