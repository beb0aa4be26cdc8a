import type { Bank } from './bank.ts';

/** A form's words and places, in small letters; punctuation, digits and layout aside. */
function wordsOf(form: string): string[] {
	return form.toLowerCase().match(/\{\w+\}|[a-z]+(?:'[a-z]+)?/g) ?? [];
}

/** Equal but for one word that is another, is missing or is one too many. */
export function isOneWordAway(a: readonly string[], b: readonly string[]): boolean {
	const same = (x: readonly string[], y: readonly string[]) => x.length === y.length && x.every((word, i) => word === y[i]);
	const i = a.findIndex((word, at) => word !== b[at]);
	const at = i < 0 ? a.length : i;
	return (
		same(a.slice(at), b.slice(at)) ||
		same(a.slice(at + 1), b.slice(at + 1)) ||
		same(a.slice(at), b.slice(at + 1)) ||
		same(a.slice(at + 1), b.slice(at))
	);
}

/** Shorter forms are alike whoever writes them: of them only equal ones are told. */
const fewestWords = 5;
/** '{Noun}: {v}', '| {Noun} | {v} |': no wording of anybody's, and in every bank. */
const hasNoWord = (form: string) => !/[a-z]/i.test(form.replaceAll(/\{\w+\}/g, ''));

/** The forms of one list that equal one of another, character for character, or, from five words and places on, are one word from it. */
export function nearForms(forms: readonly string[], others: readonly string[]): string[] {
	const equal = new Set(others.map((other) => other.trim()));
	const words = others.map(wordsOf).filter((other) => other.length >= fewestWords);
	return forms.filter((form) => {
		if (hasNoWord(form)) return false;
		if (equal.has(form.trim())) return true;
		const own = wordsOf(form);
		return own.length >= fewestWords && words.some((other) => isOneWordAway(own, other));
	});
}

/** Rows and heads of layouts that are filled with facts and names; feet and captions hold neither. */
export function layoutForms({ layouts }: Bank): string[] {
	return layouts.flatMap((layout) => (layout.kind === 'entity-table' ? layout.columnHead : [...layout.heads, ...layout.rows]));
}

export function questionForms({ questions, sharedQuestions, caseRequests, maliciousRequests }: Bank): string[] {
	return [...questions, ...sharedQuestions, ...caseRequests, ...maliciousRequests];
}
