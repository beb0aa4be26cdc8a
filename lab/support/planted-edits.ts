import type { Value } from '../../src/methods/support/values.ts';
import type { Random } from '../../src/statistics/random.ts';

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
