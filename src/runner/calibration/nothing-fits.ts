import type { CalibrationItem } from '../../analysis/calibration/calibration-item.ts';
import type { CalibrationMethod, Look } from '../../analysis/calibration/method.ts';
import { subjectKinds, subjectNouns, type SubjectKind } from '../../formats/subject.ts';
import { listInWords } from '../../wording/list-in-words.ts';

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
