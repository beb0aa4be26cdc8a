import type { GivenIndex, GivenValue } from './given-index.ts';
import { timeMeasure } from './units.ts';
import type { Value } from './values.ts';

/** Words that move a given day or time by what no rule computes. */
export const relative =
	/\b(?:yesterday|tomorrow|día siguiente|lendemain|giorno dopo|am folgenden tag|(?:tage?|wochen?|d[ií]as?|semanas?|jours?|semaines?|giorn[io]|settiman[ae]|mes(?:es)?|mois|mesi) (?:sp\u00e4ter|danach|despu[eé]s|m[aá]s tarde|plus tard|apr[eè]s|depois|dopo)|(?:next|previous|following) (?:day|week|month|morning|evening|night)|(?:days?|weeks?) (?:later|earlier|before|after|ago)|last (?:week|month|night|\w+day)|(?:next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu;
export const relativeYear = /\b(?:(?:next|last|previous|following) year|years? (?:later|earlier|before|after|ago))\b/iu;

/** Behind an amount of time that is counted from now, or from something that was said before: '3 days ago', 'two weeks later'. */
const behind =
	/^ (?:ago|later|earlier|before|beforehand|afterwards?|from now|hence|prior|since|sp\u00e4ter|zuvor|danach|plus (?:t\u00f4t|tard)|auparavant|apr\u00e8s|avant|despu\u00e9s|antes|m\u00e1s tarde|mais tarde|atr\u00e1s|depois|fa|prima|dopo|pi\u00f9 tardi)(?! (?:the|a|an|his|her|its|their|[\p{Lu}\p{N}]))(?!\p{L})|^ ?(?:前|后|後|以前|以后|以後|之前|之后)/iu;
const before = /\b(?:vor|il y a|hace|h\u00e1|tra|fra) $/iu;

/** Returns whether a value is a time that is counted from a moment that it does not name. No text can contradict it by naming the day. */
export function isRelativeTime(value: Value, plain: string): boolean {
	if (value.kind !== 'amount' || !value.units.some(({ measure }) => measure === timeMeasure)) return false;
	return behind.test(plain.slice(value.end, value.end + 24)) || before.test(plain.slice(Math.max(0, value.start - 10), value.start));
}

/** Returns the same of a given value. */
export function isGivenRelativeTime({ value, text }: GivenValue, { texts }: GivenIndex): boolean {
	return isRelativeTime(value, texts[text]!.plain);
}
