import type { Value } from '../../src/methods/support/values.ts';
import type { Random } from '../../src/statistics/random.ts';

/** What came of one edit. */
export interface PlantedEdit {
	/** Kind of the value. */
	readonly kind: string;
	readonly isFound: boolean;
	/** Whether the finding names the value that was there before. */
	readonly isNamed: boolean;
}

const smallNumbers = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/**
 * Returns a value with another one in its place, in the same form: a digit, a number word, a month, or a weekday is changed. `undefined` for a
 * value that has none of these.
 * @param written the value as it stands in its text
 */
export function editedValue(random: Random, value: Value, written: string): string | undefined {
	const edited =
		value.kind === 'date' && random() < 0.3
			? (wordChanged(random, written) ?? digitChanged(random, written))
			: digitChanged(random, written);
	const other = edited ?? wordChanged(random, written);
	return other === written ? undefined : other;
}

/** Words that stand in place of others within quotations. */
const otherWords = 'purple marble orchestra kettle harvest glacier violin meadow lantern ribbon'.split(' ');

/** How a name is edited: another name of the contexts in its place, or a letter changed. */
export type NameEdit = 'another name' | 'misspelt';

/**
 * Returns a name with another one of the contexts in its place, or with one letter within a word changed. `undefined` if no other name has as many
 * words, or if the name has no word of five letters.
 */
export function editedName(random: Random, how: NameEdit, written: string, others: readonly string[]): string | undefined {
	if (how === 'another name') {
		const words = written.split(' ');
		const fitting = others.filter(
			(other) => other.split(' ').length === words.length && !other.split(' ').some((word) => words.includes(word)),
		);
		return fitting[Math.floor(random() * fitting.length)];
	}
	const runs = [...written.matchAll(/[A-Z][a-z]{4,}/gu)];
	const run = runs[Math.floor(random() * runs.length)];
	if (run === undefined) return undefined;
	const at = run.index + 1 + Math.floor(random() * (run[0].length - 2));
	const letters = 'bdfgkmpvz';
	const letter = letters.charAt(Math.floor(random() * letters.length));
	return letter === written.charAt(at) ? undefined : written.slice(0, at) + letter + written.slice(at + 1);
}

/** Returns a quotation of six to nine words of a context, once as it is, once with a word changed, and once with an ellipsis. `undefined` for a short context. */
export function quotedPart(
	random: Random,
	context: string,
): { readonly right: string; readonly edited: string; readonly shortened: string } | undefined {
	const runs = [...context.matchAll(/[A-Za-z]+(?: [A-Za-z]+){5,8}/gu)];
	const words = runs[Math.floor(random() * runs.length)]?.[0].split(' ');
	const at = words?.findIndex((word, i) => i > 1 && i < words.length - 1 && word.length >= 5) ?? -1;
	if (words === undefined || at === -1) return undefined;
	const other = otherWords[Math.floor(random() * otherWords.length)]!;
	return {
		right: words.join(' '),
		edited: words.with(at, other).join(' '),
		shortened: [...words.slice(0, 2), '…', ...words.slice(3)].join(' '),
	};
}

function digitChanged(random: Random, written: string): string | undefined {
	const runs = [...written.matchAll(/\d+/gu)];
	const run = runs[Math.floor(random() * runs.length)];
	if (run === undefined) return undefined;
	const [digits] = run;
	// A year stays in its century, and a day in its month.
	const isYear = /^(?:1[5-9]|20)\d\d$/u.test(digits);
	const at = isYear ? 2 + Math.floor(random() * 2) : digits.length === 2 ? 1 : Math.floor(random() * digits.length);
	const digit = (Number(digits[at]) + 1 + Math.floor(random() * 8)) % 10;
	const changed = `${digits.slice(0, at)}${at === 0 && digit === 0 ? 9 : digit}${digits.slice(at + 1)}`;
	return changed === digits ? undefined : written.slice(0, run.index) + changed + written.slice(run.index + digits.length);
}

function wordChanged(random: Random, written: string): string | undefined {
	for (const list of [months, weekdays, smallNumbers]) {
		const found = new RegExp(String.raw`\b(?:${list.join('|')})\b`, 'iu').exec(written);
		if (found === null) continue;
		const at = list.findIndex((word) => word.toLowerCase() === found[0].toLowerCase());
		const other = list[(at + 1 + Math.floor(random() * (list.length - 1))) % list.length]!;
		return written.slice(0, found.index) + other + written.slice(found.index + found[0].length);
	}
	return undefined;
}
