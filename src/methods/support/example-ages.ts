import type { GivenIndex } from './given-index.ts';
import type { Amount } from './values.ts';

/*
 * Ages that stand for a group: 'a 13-year-old may take one' where a leaflet has 'children aged 12 to 15'.
 */

const behind = /^(?:[- ]year[- ]olds?|[- ]jährige\p{L}*| years? old| years? of age| Jahren?(?: alt)?| ans| años| anos| anni|岁|歳|才)/iu;
const before = /(?<!\p{L})(?:aged?|of|de|di|von|mit) $/iu;
/** 'Aged 12 to 15', 'from 5 to 12 years', '6–11 Jahre', 'de 10 à 14 ans', '7岁至12岁'. */
const groups =
	/(\d{1,3})(?: ?(?:years?|yrs?|Jahren?|ans|años|anos|anni|岁|歳))? ?(?:-|to|and|bis|und|à|et|y|a|e|至|到|~|〜|から) ?(\d{1,3})(?= ?(?:years?|yrs?|Jahr|ans|años|anos|anni|岁|歳|才))|(?:ages?|aged|children|kinder|enfants|niños|crianças|bambini)\D{0,8}(\d{1,3}) ?(?:-|to|and|bis|und|à|et|y|a|e) ?(\d{1,3})/giu;
/** 'Over 75', 'under 12', '65 and older', 'ab 65 Jahren', 'maiores de 75 anos', '65岁以上'. */
const lower =
	/(?:over|above|from|older than|at least|ab|über|dès|à partir de|plus de|desde|mayores de|más de|a partir de|maiores de|mais de|oltre|sopra|dai|maggiori di) (?:the age of |age |os |los |i |gli |les )?(\d{1,3})|(\d{1,3}) ?(?:years?|Jahren?|ans|años|anos|anni)? ?(?:and|or|und|et|y|e|ou|o) (?:over|older|above|älter|plus|más|mais|più|oltre)|(\d{1,3})(?:岁|歳)(?:及)?以上/giu;
const upper =
	/(?:under|below|younger than|up to|unter|bis|moins de|jusqu'à|menores de|menos de|hasta|até|meno di|sotto i|fino a) (?:the age of |age |os |los |i |gli |les )?(\d{1,3})|(\d{1,3}) ?(?:years?|Jahren?|ans|años|anos|anni)? ?(?:and|or|und|et|y|e|ou|o) (?:under|younger|below|jünger|moins|menos|meno)|(\d{1,3})(?:岁|歳)(?:以下|未満)/giu;

/** 'A 13-year-old', 'somebody aged 80', 'un doente de 80 anos', and nobody who was named. */
const anyone =
	/(?<!\p{L})(?:an?|any|some\p{L}+|every|each|for|ein\p{L}{0,2}|jede\p{L}?|une?|tout|chaque|para|una?|uma?|un'|cada|ogni|per)(?: \p{L}+)?(?: (?:aged?|of|de|di|von|mit|d'))? ?$|[个名歳岁\p{Script=Han}]$|^$/iu;

/** Returns whether an amount is the age of somebody who belongs to a group of people that a given text names by their ages. */
export function isAgeWithinGroup({ start, end, readings }: Amount, plain: string, { texts }: GivenIndex): boolean {
	const { value } = readings[0]!;
	if (!Number.isInteger(value) || value < 1 || value > 120) return false;
	const number = /^[\p{L}\d]+/u.exec(plain.slice(start, end))?.[0].length ?? 0;
	const isAge =
		behind.test(plain.slice(start + number, end + 16)) ||
		/^(?:[- ]year[- ]olds?|[- ]jährige\p{L}*| old\b)/iu.test(plain.slice(end, end + 16)) ||
		(before.test(plain.slice(Math.max(0, start - 8), start)) && /\baged $/iu.test(plain.slice(Math.max(0, start - 8), start)));
	if (!isAge || !anyone.test(plain.slice(Math.max(0, start - 24), start))) return false;
	return texts.some(({ given, plain: text }) => {
		if (given.context === null) return false;
		const numbers = (match: RegExpMatchArray): number[] => match.slice(1).flatMap((one) => (one === undefined ? [] : [Number(one)]));
		return (
			Array.from(text.matchAll(groups), numbers).some(([low = 0, high = 0]) => low <= value && value <= high) ||
			Array.from(text.matchAll(lower), numbers).some(([low = 0]) => value > low) ||
			Array.from(text.matchAll(upper), numbers).some(([high = 0]) => value < high)
		);
	});
}
