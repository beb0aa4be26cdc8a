import { foldedWord, wordsOf } from './plain-text.ts';
import { spelledNumberAt } from './spelled-numbers.ts';

/*
 * Shares in words of other languages than English: 'zu drei Vierteln', 'deux tiers', 'la mitad', 'tres cuartas partes', 'due terzi', '三分之二', '3分の2'.
 */

const half = /(?:die hälfte|zur hälfte|hälfte|la moitié|moitié|la mitad|mitad|a metade|metade|la metà|metà)(?!\p{L})/iuy;
const wholes: readonly (readonly [number, string])[] = [
	[3, 'drittel[ns]?|tiers|tercios?|terceras?(?: partes?)?|terços?|terças? partes?|terz[oi]'],
	[4, 'vierteln?|quarts?(?! de cercle)|cuartos?|cuartas?(?: partes?)?|quartos?|quartas? partes?|quart[oi]'],
	[5, 'fünfteln?|cinquièmes?|quintos?|quintas?(?: partes?)?|quint[oi]'],
	[6, 'sechsteln?|sixièmes?|sextos?|sest[oi]'],
	[7, 'siebteln?|septièmes?|séptimos?|sétimos?|settim[oi]'],
	[8, 'achteln?|huitièmes?|octavos?|oitavos?|ottav[oi]'],
	[9, 'neunteln?|neuvièmes?|novenos?|nonos?|non[oi]'],
	[10, 'zehnteln?|dixièmes?|décimos?|décimas?(?: partes?)?|decim[oi]'],
];
const many = new RegExp(`(?<count>\\p{L}{2,8}) (?:${wholes.map(([, words]) => `(${words})`).join('|')})(?!\\p{L})`, 'iuy');
const ofCount = new Set(
	'zwei drei vier funf sechs sieben acht neun deux trois quatre cinq sept huit dos tres cuatro cinco seis dois duas quatro due tre quattro cinque'.split(
		' ',
	),
);
const one = new Set('ein un une uno una um uma'.split(' '));
const inCjk = /(?<whole>[二三四五六七八九十百\d]{1,3}) ?分[之の] ?(?<part>[一二三四五六七八九\d]{1,2})/uy;
const cjkDigits = '零一二三四五六七八九十';

/** Returns whether a folded word may begin a share in words of these languages. */
export function beginsShare(folded: string): boolean {
	return (
		ofCount.has(folded) || one.has(folded) || /^(?:halfte|moitie|mitad|metade|meta|la|a|die|zur|[二三四五六七八九十]分?)$/u.test(folded)
	);
}

/** Returns the share that begins at an offset of a plain text, in percent, and where it ends. `undefined` for a part of an hour. */
export function shareInWordsAt(plain: string, at: number): { readonly value: number; readonly end: number } | undefined {
	inCjk.lastIndex = at;
	const { whole = '', part = '' } = inCjk.exec(plain)?.groups ?? {};
	if (whole !== '') {
		const [above, below] = [cjkNumber(part), cjkNumber(whole)];
		return above > 0 && above < below ? { value: (100 * above) / below, end: inCjk.lastIndex } : undefined;
	}
	half.lastIndex = at;
	if (half.test(plain)) return { value: 50, end: half.lastIndex };
	many.lastIndex = at;
	const match = many.exec(plain);
	if (match === null) return undefined;
	const end = at + match[0].length;
	// 'Drei Viertelstunden', 'un quart d'heure', 'un tercio' alone
	if (/^ ?(?:stunde|d'heure|de hora|d'ora|uhr)/iu.test(plain.slice(end, end + 8))) return undefined;
	const folded = foldedWord(match.groups!['count']!);
	const count = one.has(folded) ? 1 : ofCount.has(folded) ? spelledNumberAt(wordsOf(folded), 0, () => true)?.value : undefined;
	const which = match.slice(2, 2 + wholes.length).findIndex((group) => group !== undefined);
	const below = wholes[which]![0];
	// 'Un tiers' is a share, and 'un quarto' may be a fourth thing.
	if (count === undefined || count >= below) return undefined;
	if (count === 1 && !/^ (?:der|des|de|du|d'|von|del|della|dei|do|da|di)/iu.test(plain.slice(end, end + 6))) return undefined;
	return { value: (100 * count) / below, end };
}

function cjkNumber(written: string): number {
	if (/^\d+$/u.test(written)) return Number(written);
	return written === '百' ? 100 : cjkDigits.indexOf(written);
}
