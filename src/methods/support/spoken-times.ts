import { spelledNumberAt } from './spelled-numbers.ts';
import { wordsOf } from './plain-text.ts';
import type { TimeFound } from './times-of-day.ts';

/*
 * Times of day in words of German, French, Spanish, Portuguese and Italian: 'halb acht abends', 'six heures et demie du soir', 'las once menos cuarto',
 * 'cinco da tarde', 'alle otto e mezza'. English is in `dates.ts`.
 */

const hour = String.raw`(?<hour>\d{1,2}|\p{L}+)`;
const germanPart = String.raw`(?: (?<part>morgens|früh|vormittags|mittags|nachmittags|abends|nachts))?`;
const german = new RegExp(
	String.raw`(?:(?<shift>halb|viertel (?:nach|vor|über)|dreiviertel|(?:fünf|zehn|zwanzig) (?:nach|vor)(?: halb)?) ${hour}(?: uhr)?|(?<exact>\p{L}+) uhr(?: (?<minutes>\p{L}{4,}))?)${germanPart}(?!\p{L})`,
	'iuy',
);
const romancePart =
	"(?:,? (?<part>du matin|du soir|de la nuit|de l'après-midi|de la mañana|de la madrugada|de la tarde|de la noche|da manhã|da madrugada|da tarde|da noite|di mattina|del mattino|della mattina|di pomeriggio|del pomeriggio|di sera|della sera|di notte))?";
const romanceMore =
	'(?: (?:(?<plus>et|y|e) (?:un |une |um )?(?<more>demie?|quart|media|cuarto|meia|quarto|mezz[ao]|tre quarti|\\p{L}{3,}(?: (?:et|y|e) \\p{L}{3,})?)|(?<minus>moins|menos|meno) (?:le |un |um )?(?<less>quart|cuarto|quarto|cinq|cinco|cinque|dix|diez|dez|dieci|vingt|veinte|vinte|venti)))?';
const french = new RegExp(String.raw`${hour} heures?${romanceMore}${romancePart}(?!\p{L})`, 'iuy');
const others = new RegExp(String.raw`${hour}${romanceMore}${romancePart}(?!\p{L})`, 'iuy');

/** What stands before an hour in French, and in Spanish, Portuguese and Italian. */
const frenchBefore = /(?:^|[^\p{L}])(?:à|vers|dès|jusqu'à|avant|après|et à|entre)\s$/iu;
const othersBefore =
	/(?:^|[^\p{L}])(?:(?:a|hasta|desde|hacia|sobre|entre|antes de|después de) las?|(?:e|y) las|às?|até às?|das|pelas|(?:d|al|fino al|ver[sc]o l)?alle|verso le|entro le|tra le|e le|dalle|alle)\s$/iu;
/** What stands before an hour of day and says little: the part of the day must follow. */
const articleBefore = /(?:^|[^\p{L}])(?:las?|as|às|le|alle)\s$/iu;

const minutesOf: Readonly<Record<string, number>> = {
	demi: 30,
	demie: 30,
	media: 30,
	meia: 30,
	mezza: 30,
	mezzo: 30,
	quart: 15,
	cuarto: 15,
	quarto: 15,
	'tre quarti': 45,
	cinq: 5,
	cinco: 5,
	cinque: 5,
	dix: 10,
	diez: 10,
	dez: 10,
	dieci: 10,
	vingt: 20,
	veinte: 20,
	vinte: 20,
	venti: 20,
	veinticinco: 25,
};
const noon = new Set(['mittag', 'midi', 'mediodia', 'meio-dia', 'mezzogiorno']);
const midnight = new Set(['mitternacht', 'minuit', 'medianoche', 'meia-noite', 'mezzanotte']);
const noonBefore =
	/(?:^|[^\p{L}])(?:um|bis|gegen|nach|vor|seit|ab|à|vers|jusqu'à|avant|après|al?|hasta|desde|entre|ao|às?|até|alle|fino a|verso|entro)\s(?:el |a |o )?$/iu;

/** Returns the time of day in words of these languages that begins at an offset of a plain text. @param folded its first word */
export function spokenTimeAt(plain: string, at: number, folded: string): TimeFound | undefined {
	const before = plain.slice(Math.max(0, at - 16), at);
	if ((noon.has(folded) || midnight.has(folded)) && noonBefore.test(before))
		return { end: at + folded.length, minutes: [noon.has(folded) ? 720 : 0] };
	return germanTime(plain, at) ?? romanceTime(plain, at, before);
}

function germanTime(plain: string, at: number): TimeFound | undefined {
	german.lastIndex = at;
	const match = german.exec(plain);
	if (match === null) return undefined;
	const { shift, hour: shifted, exact, minutes, part } = match.groups ?? {};
	const full = hourOf(shifted ?? exact ?? '');
	if (full === undefined) return undefined;
	if (shift === undefined) {
		const minute = minutes === undefined ? 0 : (numberOf(minutes) ?? -1);
		if (minute < 0 || minute > 59) {
			const end = at + match[0].indexOf(minutes ?? '') - 1;
			return { end, minutes: inHalf(full * 60, undefined) };
		}
		return { end: at + match[0].length, minutes: inHalf(full * 60 + minute, part) };
	}
	const by = shiftOf(shift.toLowerCase());
	return full > 12 ? undefined : { end: at + match[0].length, minutes: inHalf(full * 60 + by, part) };
}

function shiftOf(shift: string): number {
	if (shift === 'halb') return -30;
	if (shift === 'dreiviertel') return -15;
	const size = shift.startsWith('viertel') ? 15 : shift.startsWith('zwanzig') ? 20 : shift.startsWith('zehn') ? 10 : 5;
	return (shift.includes(' vor') ? -size : size) + (shift.endsWith(' halb') ? -30 : 0);
}

function romanceTime(plain: string, at: number, before: string): TimeFound | undefined {
	french.lastIndex = at;
	const match = french.exec(plain);
	if (match !== null) return frenchBefore.test(before) || match.groups?.['part'] !== undefined ? timeOf(match, at) : undefined;
	others.lastIndex = at;
	const other = others.exec(plain);
	if (other === null) return undefined;
	const { hour: word = '', part, minus, plus } = other.groups ?? {};
	// 'À une SCI' is no time: in French, 'heure' follows.
	if (/^une$/iu.test(word)) return undefined;
	const isSaid = part !== undefined || minus !== undefined || plus !== undefined;
	// In digits it is a number unless something says that it is a time.
	const isTime = othersBefore.test(before) || (articleBefore.test(before) && isSaid);
	if (!isTime || (/^\d/u.test(word) && !isSaid)) return undefined;
	return timeOf(other, at);
}

function timeOf(match: RegExpExecArray, at: number): TimeFound | undefined {
	const { hour: word = '', more, less, part } = match.groups ?? {};
	const full = hourOf(word);
	if (full === undefined) return undefined;
	const [only = ''] = more?.split(' ') ?? [];
	const whole = more === undefined ? undefined : (minutesOf[more.toLowerCase()] ?? minutesOf[only.toLowerCase()] ?? numberOf(more));
	const spoken = whole;
	// 'Alle otto e poi'
	if (more !== undefined && (spoken === undefined || spoken > 59)) {
		const end = at + match[0].search(/ (?:et|y|e) /iu);
		return { end, minutes: inHalf(full * 60, undefined) };
	}
	const by = spoken !== undefined ? spoken : less !== undefined ? -(minutesOf[less.toLowerCase()] ?? 0) : 0;
	return { end: at + match[0].length, minutes: inHalf(full * 60 + by, part) };
}

/** Minutes since midnight: one reading with a part of the day, and two without. */
function inHalf(minutes: number, part: string | undefined): number[] {
	const early = ((minutes % 1440) + 1440) % 1440;
	if (minutes >= 13 * 60) return [early];
	const morning = early % 720;
	if (part === undefined) return [early, (early + 720) % 1440];
	const name = part.toLowerCase();
	if (/morgens|früh|vormittags|matin|mañana|madrugada|manhã|mattin/u.test(name)) return [morning];
	if (/nachts|nuit|notte/u.test(name) && morning < 300) return [morning];
	return [morning + 720];
}

/** An hour in digits or words. */
function hourOf(word: string): number | undefined {
	if (/^\d/u.test(word)) return Number(word) <= 24 ? Number(word) : undefined;
	if (/^(?:eins?|une|una|uma)$/iu.test(word)) return 1;
	const value = numberOf(word);
	return value !== undefined && value <= 24 ? value : undefined;
}

function numberOf(word: string): number | undefined {
	return spelledNumberAt(wordsOf(word), 0, () => true)?.value;
}
