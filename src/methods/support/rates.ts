import type { GivenIndex } from './given-index.ts';
import { foldedWord, stemOf } from './plain-text.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import type { Amount, Value } from './values.ts';

/** What something costs or takes for each of some things: '$40 per person per night', '850 € al mes'. */
interface Rate {
	readonly quantity: Quantity;
	/** What it is for each of: one stem or several. */
	readonly of: readonly string[];
}

const forEach =
	/^[ ,]{0,2}(?:per|an?|each|every|pro|je|jede[nrsm]?|im|par|chaque|por|cada|al?|a la|ao|à|por|ogni|(?:for|für|pour|para)(?: an?| each| every| the| les?)?)(?: )(\p{L}{2,})|^ ?\/ ?(\p{L}+)/iu;
/** Rents and salaries are counted in months. */
const months = new Set(
	'mensualidad mensualidades mensualite mensualites mensilita mes meses mois mese mesi monat monate monatsmiete monatsmieten mensalidade mensalidades renda rendas month months'.split(
		' ',
	),
);
const synonyms: Readonly<Record<string, string>> = {
	people: 'person',
	persona: 'person',
	personas: 'person',
	personnes: 'person',
	personne: 'person',
	pessoa: 'person',
	pessoas: 'person',
	persone: 'person',
	personen: 'person',
	guest: 'person',
	guests: 'person',
	adult: 'person',
	adults: 'person',
	children: 'child',
	kids: 'child',
	kid: 'child',
	h: 'hour',
	hr: 'hour',
	hrs: 'hour',
	min: 'minute',
	mins: 'minute',
	nuits: 'nuit',
	tage: 'tag',
	tagen: 'tag',
	nachte: 'nacht',
	nachten: 'nacht',
	giorni: 'giorno',
	notti: 'notte',
};

/** Returns the stem by which a counted thing is compared. */
export function thingOf(word: string): string {
	const folded = foldedWord(word);
	return months.has(folded) ? 'month' : stemOf(synonyms[folded] ?? folded);
}

/** What of given texts may be multiplied and divided. */
export interface GivenRates {
	readonly rates: readonly Rate[];
	/** How many there are of each thing. */
	readonly counts: ReadonlyMap<string, readonly number[]>;
	/** What each of so many things has of an amount in the same sentence. */
	readonly parts: readonly Rate[];
}

const ofIndex = new WeakMap<GivenIndex, GivenRates>();

/** Returns the rates and counts of given texts. */
export function givenRates(index: GivenIndex): GivenRates {
	const known = ofIndex.get(index);
	if (known !== undefined) return known;
	const rates: Rate[] = [];
	const parts: Rate[] = [];
	const plainOf = (text: number): string => index.texts[text]!.plain;
	for (const [i, given] of index.values.entries()) {
		const { value, text, sentence } = given;
		if (value.kind !== 'amount') continue;
		const of = thingsBehind(plainOf(text), value.end);
		if (of.length > 0) for (const quantity of quantitiesOf(value)) rates.push({ quantity, of });
		if (value.units.length === 0) continue;
		const beside = index.values
			.slice(Math.max(0, i - mostBeside), i + mostBeside + 1)
			.filter((one) => one.sentence === sentence && one !== given);
		for (const [thing, counts] of countsIn(beside.map((one) => ({ value: one.value, plain: plainOf(text) }))))
			for (const count of counts)
				for (const quantity of quantitiesOf(value)) parts.push({ quantity: { ...quantity, value: quantity.value / count }, of: [thing] });
	}
	const counts = countsIn(index.values.map(({ value, text }) => ({ value, plain: plainOf(text) })));
	const made = { rates, counts, parts };
	ofIndex.set(index, made);
	return made;
}

/** Values on each side of an amount that may count what it is of. */
const mostBeside = 3;

/** 'Per person per night' */
function thingsBehind(plain: string, end: number): string[] {
	const things: string[] = [];
	for (let at = end; things.length < 3; ) {
		const match = forEach.exec(plain.slice(at, at + 40));
		if (match === null) break;
		things.push(thingOf(match[1] ?? match[2]!));
		at += match[0].length;
	}
	return things;
}

/** How many there are of something: 'four bags', 'three nights', 'two months' rent'. */
export function countsIn(values: readonly { readonly value: Value; readonly plain: string }[]): Map<string, number[]> {
	const counts = new Map<string, number[]>();
	for (const { value, plain } of values) {
		if (value.kind !== 'amount') continue;
		const [reading] = value.readings;
		if (reading === undefined || !Number.isInteger(reading.value) || reading.value < 2 || reading.value > 1000) continue;
		const written = plain.slice(value.start, value.end);
		const unit = /(\p{L}+)$/u.exec(written)?.[1];
		const behind = /^[ -](\p{L}+)/u.exec(plain.slice(value.end, value.end + 24))?.[1];
		for (const word of [unit, behind]) {
			if (word === undefined) continue;
			const thing = thingOf(word);
			counts.set(thing, [...(counts.get(thing) ?? []), reading.value]);
		}
	}
	return counts;
}

/**
 * Returns whether an amount is a rate of the contexts times how many there are: '$18 a bag' and 'four bags' give $72. The counts stand in the answer's
 * sentence, or in given texts.
 * @param values values of the answer's sentence
 */
export function isRateTimesCount(
	amount: Amount,
	plain: string,
	values: readonly Value[],
	index: GivenIndex,
	fits: (said: Amount, value: Quantity) => boolean,
): boolean {
	const { rates, counts: given } = givenRates(index);
	if (rates.length === 0) return false;
	const own = countsIn(values.filter((value) => value !== amount).map((value) => ({ value, plain })));
	return rates.some(({ quantity, of }) => {
		// What the answer counts comes first: 'three nights' of a price for two nights at least.
		const choices = of.map((thing) => own.get(thing) ?? given.get(thing) ?? []);
		return productsOf(choices).some((times) => times > 1 && fits(amount, { ...quantity, value: quantity.value * times }));
	});
}

/**
 * Returns whether an amount is what each of some things has of a given amount: 'two months' rent is $2,900' gives $1,450 for a sentence with 'a month'. The
 * count and the amount stand in one given sentence.
 * @param sentenceText the answer's sentence
 */
export function isAmountPerThing(
	amount: Amount,
	sentenceText: string,
	index: GivenIndex,
	fits: (said: Amount, value: Quantity) => boolean,
): boolean {
	const { parts } = givenRates(index);
	if (parts.length === 0) return false;
	const said = new Set(Array.from(sentenceText.matchAll(/\p{L}{3,}/gu), ([word]) => thingOf(word)));
	return parts.some(({ quantity, of }) => said.has(of[0]!) && fits(amount, quantity));
}

/** Products of one number of each list, where a list may be left out. */
function productsOf(lists: readonly (readonly number[])[]): number[] {
	let products = [1];
	for (const list of lists) products = products.flatMap((product) => [product, ...list.slice(0, 6).map((one) => product * one)]);
	return products;
}
