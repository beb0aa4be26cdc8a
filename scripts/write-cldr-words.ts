/**
 * Writes `src/methods/support/cldr-words.ts`: names of units, currencies, months and weekdays in the known languages, as the ICU of this Node has
 * them. Asking ICU takes some hundred milliseconds, which is more than comparing a whole answer takes. Run it after you change the languages, the
 * currencies, or the version of Node: `npx node scripts/write-cldr-words.ts`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currencyNouns } from '../src/methods/support/currency-nouns.ts';
import type { CldrWords } from '../src/methods/support/cldr-words.ts';
import { foldedWord } from '../src/methods/support/plain-text.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'zh', 'ja'];

/** Returns the words that `cldr-words.ts` has, from ICU. */
export function wordsOfIcu(): CldrWords {
	const currencies = Object.keys(currencyNouns);
	return { units: listed(Intl.supportedValuesOf('unit'), unitNames), ...currencyWords(currencies), ...calendarWords() };
}

function listed(keys: readonly string[], namesOf: (key: string) => readonly string[]): Record<string, string> {
	return Object.fromEntries(keys.map((key) => [key, [...new Set(namesOf(key))].join('|')]));
}

/** English in the long form comes first: `convert` knows units by it. */
function unitNames(unit: string): string[] {
	return languages.flatMap((language) =>
		(['long', 'short'] as const).flatMap((unitDisplay) => {
			const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
			return [2, 1, 5].map((count) =>
				format
					.formatToParts(count)
					.filter(({ type }) => type === 'unit' || type === 'percentSign')
					.map(({ value }) => value)
					.join(' '),
			);
		}),
	);
}

function currencyWords(currencies: readonly string[]): Pick<CldrWords, 'currencySigns' | 'currencyNames'> {
	const word = (language: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name', count: number): string => {
		const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(count);
		return parts.find(({ type }) => type === 'currency')?.value ?? currency;
	};
	return {
		currencySigns: listed(currencies, (code) =>
			languages.flatMap((language) => (['symbol', 'narrowSymbol'] as const).map((display) => word(language, code, display, 2))),
		),
		currencyNames: listed(currencies, (code) =>
			languages.flatMap((language) => [1, 2].map((count) => word(language, code, 'name', count))),
		),
	};
}

/** Chinese and Japanese write months and days in digits. */
const withMonths = languages.filter((language) => language !== 'zh' && language !== 'ja');

function calendarWords(): Pick<CldrWords, 'months' | 'shortMonths' | 'weekdays'> {
	const months = new Map([['sept', 9]]);
	const shortMonths = new Map<string, number>();
	const weekdays = new Map<string, number>();
	for (const language of withMonths) {
		for (const form of ['long', 'short'] as const) {
			const named = new Intl.DateTimeFormat(language, { month: form, day: 'numeric', weekday: 'long', timeZone: 'UTC' });
			for (let month = 0; month < 12; month++) {
				const word = partOf(named, Date.UTC(2021, month, 15), 'month');
				const into = form === 'long' || language === 'en' || language === 'de' ? months : shortMonths;
				if (word !== undefined && word.length > 2) into.set(word, month + 1);
			}
			// January 3, 2021 was a Sunday.
			for (let day = 0; day < 7; day++) {
				const word = partOf(named, Date.UTC(2021, 0, 3 + day), 'weekday');
				if (word !== undefined) weekdays.set(word, day);
			}
		}
	}
	return { months: numbered(months), shortMonths: numbered(shortMonths), weekdays: numbered(weekdays) };
}

function partOf(format: Intl.DateTimeFormat, time: number, type: 'month' | 'weekday'): string | undefined {
	const value = format.formatToParts(time).find((part) => part.type === type)?.value;
	return value === undefined ? undefined : foldedWord(value.replaceAll('.', ''));
}

function numbered(words: ReadonlyMap<string, number>): Record<string, string> {
	const numbers = [...new Set(words.values())].toSorted((a, b) => a - b);
	return Object.fromEntries(
		numbers.map((number) => [
			String(number),
			Array.from(words.keys())
				.filter((word) => words.get(word) === number)
				.join('|'),
		]),
	);
}

if (import.meta.main) {
	const entries = (words: Readonly<Record<string, string>>): string =>
		Object.entries(words)
			.map(([key, list]) => `\t\t${/^[a-z\d]+$/iu.test(key) ? key : `'${key}'`}: ${quoted(list)},\n`)
			.join('');
	const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
	const file = fileURLToPath(new URL('../src/methods/support/cldr-words.ts', import.meta.url));
	const body = Object.entries(wordsOfIcu())
		.map(([name, words]) => `\t${name}: {\n${entries(words)}\t},\n`)
		.join('');
	writeFileSync(
		file,
		`/** Words of several languages from CLDR, each list in one text with \`|\` between its words. */
export interface CldrWords {
	/** Names of each unit by ICU's ID. The first is the English one. */
	readonly units: Readonly<Record<string, string>>;
	/** Signs and names of each currency by its ISO code. */
	readonly currencySigns: Readonly<Record<string, string>>;
	readonly currencyNames: Readonly<Record<string, string>>;
	/** Names of months, from 1, and of weekdays, from 0 for Sunday. They are folded. */
	readonly months: Readonly<Record<string, string>>;
	/** Abbreviations of other languages than English and German. */
	readonly shortMonths: Readonly<Record<string, string>>;
	readonly weekdays: Readonly<Record<string, string>>;
}

/** Written by \`scripts/write-cldr-words.ts\`. A test compares it with the ICU of this Node. */
export const cldrWords: CldrWords = {
${body}};
`,
	);
}
