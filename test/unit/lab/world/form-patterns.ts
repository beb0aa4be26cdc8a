import { formsOf, type Forms, type FormSide } from '../../../../lab/world/domain.ts';
import { domains } from '../../../../lab/world/domains.ts';
import { doubleFrames, frames, similarCaseFrames } from '../../../../lab/world/questions.ts';

export const attributes = Object.values(domains).flatMap((d) => d.attributes);

/** Every list of sentence forms that the world writes passages and questions with. */
export const formsOfWorld: readonly Forms[] = [
	frames,
	doubleFrames,
	similarCaseFrames,
	...Object.values(domains).flatMap((d) => [d.asides, ...(d.heads ? [d.heads] : [])]),
	...attributes.flatMap((a) => [a.statements, a.questions, ...(a.lookups ? [a.lookups] : []), ...(a.fragments ? [a.fragments] : [])]),
];

/** A form as a pattern of whole sentences: what fills a place may be anything short. */
export function pattern(form: string): RegExp {
	return new RegExp(`^${escaped(form)}$`, 'i');
}

/** Says of a passage or a question whether each of its sentences is in a form of this side. */
export function writtenIn(side: FormSide): (text: string) => boolean {
	const piece = `(?:${attributes
		.flatMap((a) => (a.fragments ? formsOf(a.fragments, side) : []))
		.map(escaped)
		.join('|')})`;
	const lists = Object.values(domains)
		.flatMap((d) => (d.heads ? formsOf(d.heads, side) : []))
		.map((head) => new RegExp(`^${escaped(head)}: ${piece}(?:, ${piece})*\\.$`, 'i'));
	const known = [...formsOfWorld.flatMap((forms) => formsOf(forms, side).flatMap(sentencesOf)).map(pattern), ...lists];
	return (text) => sentencesOf(text).every((sentence) => known.some((p) => p.test(sentence)));
}

/** A stop before a capital ends a sentence; no value of the world has one inside. */
function sentencesOf(text: string): string[] {
	return text.split(/(?<=[.?]) (?=[A-Z])/);
}

function escaped(form: string): string {
	return form
		.split(/\{\w+\}/)
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
		.join('.{1,60}?');
}
