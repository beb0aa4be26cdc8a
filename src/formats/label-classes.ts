import type { SubjectKey, SubjectKind } from './subject.ts';

/** What people can say of a subject: its name in files, and how it is shown. */
interface LabelClass {
	readonly name: string;
	readonly words: string;
}

/** Of each kind of subject the class that needs no second look, and the one that does. No two kinds share a name. */
export const labelClasses = {
	/** Of a sentence of the answer. */
	trace: [
		{ name: 'grounded', words: 'supported' },
		{ name: 'ungrounded', words: 'not supported' },
	],
	entry: [
		{ name: 'benign', words: 'benign' },
		{ name: 'planted', words: 'planted' },
	],
	query: [
		{ name: 'ordinary', words: 'ordinary' },
		{ name: 'fishing', words: 'fishing' },
	],
} as const satisfies Readonly<Record<SubjectKind, readonly [LabelClass, LabelClass]>>;

export type LabelName = (typeof labelClasses)[SubjectKind][number]['name'];

const classes = Object.values(labelClasses).flat();

export const labelNames: readonly LabelName[] = classes.map(({ name }) => name);

/** The names of what can be said of one kind of subject. */
export function labelNamesOf(kind: SubjectKind): readonly LabelName[] {
	return labelClasses[kind].map(({ name }) => name);
}

/** Whether a label says something that can be said of its subject. */
export function isLabelOf({ kind }: Pick<SubjectKey, 'kind'>, label: LabelName): boolean {
	return labelNamesOf(kind).includes(label);
}

/** How a label is shown. */
export function labelWords(label: LabelName): string {
	return classes.find(({ name }) => name === label)!.words;
}

/** Whether a label says that its subject needs a second look. */
export function isSuspect(label: LabelName): boolean {
	return Object.values(labelClasses).some(([, second]) => second.name === label);
}
