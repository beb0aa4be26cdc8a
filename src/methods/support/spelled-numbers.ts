import { languageOf } from '../../text/language.ts';
import { foldedWord, type PlainWord } from './plain-text.ts';

/*
 * Numbers in words of German, French, Spanish, Portuguese and Italian. Words that two of these languages share have one value in both. English words are
 * in `numbers.ts`.
 */

const germanUnits =
	'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const germanTens = 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');
const italianUnits =
	'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
		' ',
	);
const italianTens = 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');

/** Numbers below 100 that German and Italian write as one word. */
const german: ReadonlyMap<string, number> = new Map([
	...germanUnits.map((word, i) => [word, i + 1] as const),
	...germanTens.flatMap((ten, t) => [
		[ten, 20 + 10 * t] as const,
		...germanUnits.slice(0, 9).map((unit, i) => [`${unit}und${ten}`, 20 + 10 * t + i + 1] as const),
	]),
	['eins', 1],
	['zwo', 2],
]);
const italian: ReadonlyMap<string, number> = new Map([
	...italianUnits.map((word, i) => [word, i + 1] as const),
	...italianTens.flatMap((ten, t) => [
		[ten, 20 + 10 * t] as const,
		...italianUnits.slice(0, 9).map((unit, i) => [`${/^[uo]/u.test(unit) ? ten.slice(0, -1) : ten}${unit}`, 20 + 10 * t + i + 1] as const),
	]),
]);

/** Parts of numbers that French, Spanish and Portuguese write in several words, folded. */
const parts: ReadonlyMap<string, number> = new Map(
	(
		'deux 2,trois 3,quatre 4,cinq 5,six 6,sept 7,huit 8,neuf 9,dix 10,onze 11,douze 12,treize 13,quatorze 14,quinze 15,seize 16,vingt 20,vingts 20,trente 30,' +
		'quarante 40,cinquante 50,soixante 60,septante 70,huitante 80,octante 80,nonante 90,' +
		'dos 2,tres 3,cuatro 4,cinco 5,seis 6,siete 7,ocho 8,nueve 9,diez 10,once 11,doce 12,trece 13,catorce 14,quince 15,dieciseis 16,diecisiete 17,dieciocho 18,' +
		'diecinueve 19,veinte 20,veintiuno 21,veintiun 21,veintiuna 21,veintidos 22,veintitres 23,veinticuatro 24,veinticinco 25,veintiseis 26,veintisiete 27,veintiocho 28,' +
		'veintinueve 29,treinta 30,cuarenta 40,cincuenta 50,sesenta 60,setenta 70,ochenta 80,noventa 90,cien 100,ciento 100,doscientos 200,doscientas 200,' +
		'trescientos 300,trescientas 300,cuatrocientos 400,cuatrocientas 400,quinientos 500,quinientas 500,seiscientos 600,seiscientas 600,setecientos 700,' +
		'setecientas 700,ochocientos 800,ochocientas 800,novecientos 900,novecientas 900,' +
		'dois 2,duas 2,quatro 4,sete 7,oito 8,nove 9,dez 10,doze 12,treze 13,dezesseis 16,dezasseis 16,dezessete 17,dezassete 17,dezoito 18,dezenove 19,dezanove 19,' +
		'vinte 20,trinta 30,quarenta 40,cinquenta 50,sessenta 60,oitenta 80,cem 100,cento 100,duzentos 200,duzentas 200,trezentos 300,trezentas 300,' +
		'quatrocentos 400,quatrocentas 400,quinhentos 500,quinhentas 500,seiscentos 600,seiscentas 600,setecentos 700,setecentas 700,oitocentos 800,oitocentas 800,' +
		'novecentos 900,novecentas 900'
	)
		.split(',')
		.map((entry) => {
			const [word = '', value] = entry.split(' ');
			return [word, Number(value)] as const;
		}),
);
/** 'Vingt et un', 'treinta y un', 'vinte e um': one, behind a word for 'and'. */
const ones = new Set(['un', 'une', 'uno', 'una', 'um', 'uma']);
const joints = new Set(['y', 'e', 'et', 'und']);
const hundreds = new Set(['cent', 'cents']);
const thousands = new Set(['mille', 'mil', 'mila', 'tausend']);
/** Words for a million and more, folded. English has its own rules. */
const millions: ReadonlyMap<string, number> = new Map(
	[
		['million millions millionen millon millones milhao milhoes milione milioni', 1e6] as const,
		['milliard milliards milliarde milliarden miliardo miliardi bilhao bilhoes', 1e9] as const,
	].flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
);
/** Before a million: one, and half of one. */
const oneOf = new Set('ein eine einer un une uno una um uma'.split(' '));
const halfOf = new Set('halbe halben medio media demi meio meia mezzo mezza'.split(' '));

/** Returns whether a folded word may begin a number of a million and more: 'eine Million', 'medio millón'. */
export function beginsMillion(folded: string): boolean {
	return oneOf.has(folded) || halfOf.has(folded) || spelledHalf(folded) !== undefined;
}

const dozens = new Set(['dutzend', 'douzaine', 'douzaines', 'docena', 'docenas', 'duzia', 'duzias', 'dozzina', 'dozzine']);

/** Returns whether a folded word may begin a number in words of these languages. */
export function beginsSpelledNumber(folded: string): boolean {
	return parts.has(folded) || dozens.has(folded) || hundreds.has(folded) || thousands.has(folded) || compoundValue(folded) !== undefined;
}

/** 'Zweihundertfünfzehn', 'milleduecento': the value of a number that is one word. `undefined` for other words, and for one. */
function compoundValue(folded: string): number | undefined {
	const value = ofParts(folded, german, 'tausend', 'tausend', 'hundert') ?? ofParts(folded, italian, 'mila', 'mille', 'cento');
	return value === undefined || value < 2 ? undefined : value;
}

/** @param one the word for 1,000 without a number before it */
function ofParts(folded: string, small: ReadonlyMap<string, number>, thousand: string, one: string, hundred: string): number | undefined {
	const known = small.get(folded);
	if (known !== undefined) return known;
	if (folded.length < 5) return undefined;
	const many = folded.indexOf(thousand);
	const at = many === -1 ? folded.indexOf(one) : many;
	if (at !== -1) {
		const length = many === -1 ? one.length : thousand.length;
		const before = at === 0 ? 1 : ofParts(folded.slice(0, at), small, '-', '-', hundred);
		const behind = restOf(folded.slice(at + length), (rest) => ofParts(rest, small, '-', '-', hundred));
		return before === undefined || behind === undefined ? undefined : before * 1000 + behind;
	}
	const place = folded.indexOf(hundred);
	if (place === -1) return undefined;
	const before = place === 0 ? 1 : small.get(folded.slice(0, place));
	const behind = restOf(folded.slice(place + hundred.length), (rest) => small.get(rest));
	return before === undefined || before > 9 || behind === undefined ? undefined : before * 100 + behind;
}

function restOf(rest: string, value: (rest: string) => number | undefined): number | undefined {
	return rest === '' ? 0 : value(rest.replace(/^und/u, ''));
}

/** A number in words: its value, what its last word counts, and how many words it has. */
export interface SpelledNumber {
	readonly value: number;
	readonly step: number;
	readonly words: number;
}

/**
 * Returns the number in words of these languages that begins at a word: 'zweiundzwanzig', 'quatre-vingt-dix', 'treinta y cinco', 'duzentos e dez', 'tre
 * dozzine'. `undefined` for one, which is mostly an article.
 * @param isJoined whether two words stand beside each other with a blank or a hyphen between them
 */
export function spelledNumberAt(
	words: readonly PlainWord[],
	first: number,
	isJoined: (one: PlainWord, next: PlainWord) => boolean,
): SpelledNumber | undefined {
	const lead = millionLead(words, first, isJoined);
	let [large, total, group, last, step] = [lead?.value ?? 0, 0, 0, 0, lead?.step ?? 1];
	let at = first + (lead?.words ?? 0);
	for (; at < words.length; at++) {
		if (at > first && !isJoined(words[at - 1]!, words[at]!)) break;
		const { folded } = words[at]!;
		const scale = millions.get(folded);
		if (scale !== undefined && total + group > 0 && large < scale) {
			[large, step] = [large + (total + group) * scale, scale];
			[total, group, last] = [0, 0, 0];
			continue;
		}
		if (step >= 1e6 && joints.has(folded) && at + 1 < words.length && isJoined(words[at]!, words[at + 1]!)) {
			const next = words[at + 1]!.folded;
			if (halfOf.has(next)) {
				[large, step] = [large + step / 2, step / 2];
				at += 2;
				break;
			}
			if ((valueOfPart(next) ?? 0) > 1) continue;
			break;
		}
		const before = at === first ? undefined : words[at - 1]!.folded;
		if (joints.has(folded) && last >= 20 && at + 1 < words.length && isJoined(words[at]!, words[at + 1]!)) {
			const next = words[at + 1]!.folded;
			if ((valueOfPart(next) ?? 1000) < last || ones.has(next)) continue;
			break;
		}
		if (dozens.has(folded) && last < 20 && total === 0) return { value: Math.max(group, 1) * 12, step: 12, words: at - first + 1 };
		const isOne = ones.has(folded) && before !== undefined && (joints.has(before) || last >= 20);
		const value = isOne ? 1 : valueOfPart(folded);
		if (hundreds.has(folded) && (last === 0 || last < 10)) {
			[group, last, step] = [Math.max(group, 1) * 100, 100, 100];
		} else if (thousands.has(folded) && total === 0 && (group > 0 || at === first)) {
			[total, group, last, step] = [Math.max(group, 1) * 1000, 0, 1000, 1000];
		} else if (value !== undefined && isPart(value, last, group)) {
			// 'Quatre-vingts' is four times twenty.
			group = value === 20 && group % 100 === 4 ? group - 4 + 80 : group + value;
			step = value % 10 === 0 && value >= 20 ? (value % 100 === 0 ? 100 : 10) : 1;
			last = group % 100 === 80 && value === 20 ? 80 : value;
		} else break;
	}
	while (at > first && joints.has(words[at - 1]!.folded)) at--;
	const value = large + total + group;
	return at === first || value < 2 ? undefined : { value, step: Math.max(step, zerosOf(value)), words: at - first };
}

/** What the last digit that is not zero counts: 'duecentomila' is as round as 200,000. */
function zerosOf(value: number): number {
	return Number.isInteger(value) ? 10 ** /0*$/u.exec(String(value))![0].length : 1;
}

/** 'Eine Million', 'medio millón', 'anderthalb Millionen'. */
function millionLead(
	words: readonly PlainWord[],
	first: number,
	isJoined: (one: PlainWord, next: PlainWord) => boolean,
): SpelledNumber | undefined {
	const factorOf = ({ folded }: PlainWord): number | undefined => (halfOf.has(folded) ? 0.5 : oneOf.has(folded) ? 1 : spelledHalf(folded));
	const head = words[first];
	const factor = head === undefined ? undefined : factorOf(head);
	if (head === undefined || factor === undefined) return undefined;
	const next = words[first + 1];
	if (next === undefined || !isJoined(head, next)) return undefined;
	// 'Un demi-million', 'eine halbe Million'
	const after = words[first + 2];
	const isHalf = factor === 1 && halfOf.has(next.folded) && after !== undefined && isJoined(next, after);
	const scale = millions.get((isHalf ? after : next).folded);
	if (scale === undefined) return undefined;
	const by = isHalf ? 0.5 : factor;
	return { value: by * scale, step: by % 1 === 0 ? scale : scale / 2, words: isHalf ? 3 : 2 };
}

function valueOfPart(folded: string): number | undefined {
	return parts.get(folded) ?? compoundValue(folded);
}

/** Whether a part may follow what was read: 'trente-deux', 'soixante-dix', 'quatre-vingt', 'dix-sept', 'mil doscientos'. */
function isPart(value: number, last: number, group: number): boolean {
	if (last === 0) return true;
	if (value === 20 && last === 4 && group % 100 === 4) return true;
	if (last === 10) return value >= 7 && value <= 9;
	if (last === 60 || last === 80) return value < 20;
	if (last >= 1000) return value < 1000;
	if (last >= 100) return value < 100;
	return last >= 20 && last % 10 === 0 && value < 10;
}

/** Words of other meanings in one of these languages: they need a unit behind them. 'Dos' is 'of the' in Portuguese, 'sei' is 'be' in German. */
const ambiguousNumberWords: ReadonlySet<string> = new Set(['sei', 'neuf']);
/** Words of English as well: 'due', 'once'. */
const inEnglish: ReadonlySet<string> = new Set('due once elf cent cents mil mille otto tre dos sept six quatre'.split(' '));
const portuguese = /[ãõ]|(?<!\p{L})(?:não|uma|com|ao|em|é|os)(?!\p{L})/iu;

/** Returns whether a folded word is another word than a number in the language of its text. */
export function isOtherWord(folded: string, text: string): boolean {
	return (
		ambiguousNumberWords.has(folded) ||
		(folded === 'dos' && (portuguese.test(text) || /(?<!\p{L})um dos(?!\p{L})/iu.test(text))) ||
		(inEnglish.has(folded) && languageOf(text) === 'en')
	);
}

const halves: ReadonlyMap<string, number> = new Map([
	['anderthalb', 1.5],
	...germanUnits.slice(0, 12).map((unit, i) => [`${unit}einhalb`, i + 1.5] as const),
]);

/** Returns the value of a German word for so many and a half: 'anderthalb', 'zweieinhalb'. */
export function spelledHalf(word: string): number | undefined {
	return halves.get(foldedWord(word));
}
