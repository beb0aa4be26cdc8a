import { foldedWord } from './plain-text.ts';

/*
 * Ordinal numbers in words of English, German, French, Spanish, Portuguese and Italian, up to 100: 'twenty-third', 'siebten', 'dix-septième', 'sétimo'.
 */

const english =
	'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
const englishTens = 'twent thirt fort fift sixt sevent eight ninet';
const german =
	'erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft dreizehnt vierzehnt funfzehnt sechzehnt siebzehnt achtzehnt neunzehnt';
const germanUnits = 'ein zwei drei vier funf sechs sieben acht neun';
const germanTens = 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig';
const french =
	'premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme treizieme quatorzieme quinzieme seizieme';
const spanish = 'primer segundo tercer cuarto quinto sexto septimo octavo noveno decimo';
const portuguese = 'primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo';
const italian =
	'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo';

function numbered(list: string, from = 1, by = 1): [string, number][] {
	return list.split(' ').map((word, i) => [word, from + i * by]);
}

const words: ReadonlyMap<string, number> = new Map([
	...numbered(english),
	...numbered(englishTens, 20, 10).flatMap(([ten, value]): [string, number][] => [
		[`${ten}ieth`, value],
		...numbered(english)
			.slice(0, 9)
			.map(([unit, more]): [string, number] => [`${ten}y${unit}`, value + more]),
	]),
	['hundredth', 100],
	...withEndings(numbered(german), ['e', 'en', 'er', 'es', 'em']),
	...withEndings(
		[
			...numbered(germanTens, 20, 10),
			...numbered(germanTens, 20, 10).flatMap(([ten, value]) =>
				numbered(germanUnits).map(([unit, more]): [string, number] => [`${unit}und${ten}`, value + more]),
			),
		],
		['ste', 'sten', 'ster', 'stes', 'stem'],
	),
	...numbered(french),
	['premiere', 1],
	['dixseptieme', 17],
	['dixhuitieme', 18],
	['dixneuvieme', 19],
	['vingtieme', 20],
	['trentieme', 30],
	['quarantieme', 40],
	['cinquantieme', 50],
	['centieme', 100],
	...[spanish, portuguese, italian].flatMap((list) =>
		numbered(list).flatMap(([word, value]): [string, number][] => {
			const stem = word.replace(/o$/u, '');
			return [word, `${stem}o`, `${stem}a`].map((form) => [form, value]);
		}),
	),
]);

function withEndings(list: readonly [string, number][], endings: readonly string[]): [string, number][] {
	return list.flatMap(([word, value]) => endings.map((ending): [string, number] => [word + ending, value]));
}

/** Returns the number of an ordinal in one word, with or without hyphens: 3 for 'third', 23 for 'twenty-third'. `undefined` for other words. */
export function ordinalOf(word: string): number | undefined {
	return words.get(foldedWord(word).replaceAll('-', ''));
}
