import type { GivenIndex, GivenValue } from './given-index.ts';
import { stemOf } from './plain-text.ts';
import type { Amount } from './values.ts';

/*
 * How many there are of something: 'four safety pilots' where a context has '2 safety pilots', whatever else it has four of.
 */

/** Content words behind a number among which its noun is looked for: 'six smoke detectors'. */
const nounWords = 2;
/** Small numbers differ by others by chance. */
const largestSmall = 12;
/** Larger numbers are looked up by their digits. */
const largest = 1000;

function countOf({ readings, units }: Amount): number | undefined {
	const value = readings[0]?.value;
	return value !== undefined && units.length === 0 && Number.isInteger(value) && value >= 1 && value <= largest ? value : undefined;
}

function nounsOf({ counted }: Amount): readonly string[] {
	return counted.slice(0, nounWords);
}

/** Nouns that texts count without saying of what: parts, kinds, members. */
const loose: ReadonlySet<string> = new Set(
	'thing part kind type other time way person peopl year day week month hour minut second point item more new further addit member group step percent old fois mal vez volta'
		.split(' ')
		.map(stemOf),
);

/**
 * Returns the given number of the things that an amount of the answer counts, if the contexts count them otherwise. `undefined` if some given number
 * that is the same may count them, too, or if the amount may follow from what is given.
 * @param isSaid whether the answer's sentence says that something was computed
 */
export function otherCount(amount: Amount, plain: string, index: GivenIndex, isSaid: boolean): GivenValue | undefined {
	if (isOfShare(amount, plain)) return undefined;
	const count = countOf(amount);
	const nouns = nounsOf(amount).filter((stem) => !loose.has(stem));
	if (count === undefined || nouns.length === 0 || amount.hedge !== null) return undefined;
	const given = new Map<number, number>();
	for (const { value } of index.values) {
		const size = value.kind === 'amount' ? value.readings[0]?.value : undefined;
		if (size !== undefined) given.set(size, (given.get(size) ?? 0) + 1);
	}
	const others: { readonly at: GivenValue; readonly count: number }[] = [];
	for (const number of new Set(nouns.flatMap((stem) => index.postings.get(stem) ?? [])))
		for (let i = index.firstValues[number]!; i < index.firstValues[number + 1]!; i++) {
			const at = index.values[i]!;
			if (at.value.kind !== 'amount' || index.texts[at.text]!.given.context === null) continue;
			const own = countOf(at.value);
			if (own === undefined || at.value.hedge !== null) continue;
			const isOfNoun = isSameNoun(nouns, nounsOf(at.value));
			// '6 detectors, 2 of them expired'
			if (own === count && (isOfNoun || at.value.counted.length === 0)) return undefined;
			// 'He scored 19 goals, eleven of them at home': eight away
			const beside = [index.values[i - 1], index.values[i + 1]].some(
				(one) => one?.sentence === number && one.value.kind === 'amount' && one.value.readings[0]?.value === Math.abs(own - count),
			);
			if (beside && isOfNoun) return undefined;
			if (isOfNoun && own !== count && !isOfShare(at.value, index.texts[at.text]!.plain)) others.push({ at, count: own });
		}
	if (others.length === 0) return undefined;
	const isComputed = others.some(
		({ count: own }) =>
			// Another number of the texts times this one, or more or less than this one
			(count > own && count % own === 0 && own > 1 && (given.get(count / own) ?? 0) > (count / own === own ? 1 : 0)) ||
			((isSaid || count > largestSmall) && (given.get(Math.abs(count - own)) ?? 0) > (Math.abs(count - own) === own ? 1 : 0)),
	);
	const first = others[0]!;
	if (isComputed || others.some((one) => one.count !== first.count)) return undefined;
	return first.at;
}

/** 'Three of the four', 'one pupil in ten', 'six axes out of nine', 'un répondant sur cinq', '3 of the reviewers'. */
const shareBehind =
	/^(?: \p{L}+){0,3} (?:of|out of|in|sur|su|des|dei|degli|delle|von|der|aus|de los|de las|de cada|dos|das|em cada|per)(?: (?:the|every|les?|los|las|i|gli|le|den|an?|ein\p{L}*))? (?:\d|\p{L})/iu;
const shareBefore =
	/(?<!\p{L})(?:of|out of|in|sur|su|des|dei|degli|delle|von|der|den|aus|de los|de las|de cada|dos|das|em cada|cada|every|each|per)(?: (?:the|every|les?|los|las|i|gli|le|den|an?))? $/iu;

function isOfShare({ start, end }: Amount, plain: string): boolean {
	return shareBefore.test(plain.slice(Math.max(0, start - 20), start)) || shareBehind.test(plain.slice(end, end + 48));
}

/** Whether two counted nouns are one: the same word, and no other word of a compound: 'fire extinguishers', 'smoke detectors'. */
function isSameNoun(one: readonly string[], other: readonly string[]): boolean {
	const shared = one.filter((stem) => other.includes(stem));
	return shared.length > 0 && (shared.includes(one[0]!) || shared.includes(other[0]!));
}
