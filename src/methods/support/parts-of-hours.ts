import { spelledHalf } from './spelled-numbers.ts';

/*
 * Halves and quarters in words: of hours ('una hora y media', 'Dreiviertelstunde'), behind a unit ('2 heures et demie') and before one
 * ('two and three-quarter hours').
 */

const minutesOf: readonly (readonly [words: string, minutes: number])[] = [
	[
		"trois quarts d'heure|tres cuartos de hora|três quartos de hora|tre quarti d'ora|dreiviertelstunde|dreiviertel stunde|drei viertel ?stunden?",
		45,
	],
	["halben? stunde|demi-heure|media hora|meia hora|mezz'?ora", 30],
	["viertelstunde|quart d'heure|cuarto de hora|quarto de hora|quarto d'ora", 15],
	["(?:une heure et demie|una hora y media|uma hora e meia|un'ora e mezz[ao])", 90],
	["(?:une heure et quart|una hora y cuarto|uma hora e (?:um )?quarto|un'ora e un quarto)", 75],
	["(?:una hora y tres cuartos|uma hora e três quartos|un'ora e tre quarti)", 105],
];
const ofHour = new RegExp(`(?:${minutesOf.map(([words]) => `(${words})`).join('|')})(?!\\p{L})`, 'iuy');
const leads = new Set(
	"trois tres tre dreiviertelstunde dreiviertel drei halbe halben demi media meia mezz'ora mezzora viertelstunde quart cuarto quarto une una uma un'ora".split(
		' ',
	),
);

/** Returns whether a folded word may begin a part of an hour in words. */
export function beginsPartOfHour(folded: string): boolean {
	return leads.has(folded) || spelledHalf(folded) !== undefined;
}

/** Returns the minutes that are said in words of German, French, Spanish, Portuguese or Italian at an offset of a plain text, and where they end. */
export function partOfHourAt(plain: string, at: number): { readonly minutes: number; readonly end: number } | undefined {
	ofHour.lastIndex = at;
	const match = ofHour.exec(plain);
	if (match === null) return undefined;
	const which = match.slice(1).findIndex((group) => group !== undefined);
	return { minutes: minutesOf[which]![1], end: at + match[0].length };
}

const behind =
	/^(?: (?:and a (?<half>half)|and a (?<quarter>quarter)|and (?:three[ -])(?<most>quarters?)|(?:et|y|e) (?:un |um )?(?:(?<half2>demie?|medi[ao]|mei[ao]|mezz[ao])|(?<quarter2>quart|cuarto|quarto)|(?<most2>tre quarti|tres cuartos|três quartos)))(?!\p{L}| (?:of|de|di)\b| d')|(?<half3>半))/iu;

/** Returns the half or the quarters that stand at an offset, behind a number or a unit, and their length: ' and a half', ' y media', '半'. */
export function partBehind(plain: string, at: number): { readonly part: number; readonly length: number } | undefined {
	const match = behind.exec(plain.slice(at, at + 24));
	if (match === null) return undefined;
	const { half, half2, half3, quarter, quarter2 } = match.groups ?? {};
	const part = (half ?? half2 ?? half3) !== undefined ? 0.5 : (quarter ?? quarter2) !== undefined ? 0.25 : 0.75;
	return { part, length: match[0].length };
}
