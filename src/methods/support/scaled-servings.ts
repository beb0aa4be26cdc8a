import { askedIndex, type GivenIndex } from './given-index.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import type { Amount } from './values.ts';

/*
 * Recipes and other amounts for so many people: 'serves 4 … 200 g of flour' gives 400 g 'for 8 people'.
 */

const eaters =
	'(?:people|persons?|servings?|portions?|guests?|Personen|Portionen|personnes?|portions?|parts|couverts|personas|raciones|porciones|comensales|pessoas|porções|doses|persone|porzioni)';
const spelled: Readonly<Record<string, number>> = {
	one: 1,
	two: 2,
	three: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	twelve: 12,
	twenty: 20,
};
const count = String.raw`(\d{1,3}|${Object.keys(spelled).join('|')})`;
/** For how many an amount is: 'serves 4', 'for four people', '4 servings', '4人份'. A range gives no count. */
const forSoMany = [
	new RegExp(
		String.raw`\b(?:serves|feeds|serving|yields|makes)(?: about)? ${count}\b(?! ?(?:-|–|to|or)\b)(?! (?!${eaters}\b)\p{L})`,
		'giu',
	),
	new RegExp(String.raw`(?<![-–]|\bto |\bor )(?<!\p{L}|\d)${count} ${eaters}(?!\p{L})`, 'giu'),
	/(\d{1,3}) ?(?:人份|人分|人前)/gu,
];

function countsOf(text: string): ReadonlySet<number> {
	const counts = new Set<number>();
	for (const pattern of forSoMany)
		for (const [, written = ''] of text.matchAll(pattern)) counts.add(spelled[written.toLowerCase()] ?? Number(written));
	counts.delete(0);
	return counts;
}

const given = new WeakMap<GivenIndex, readonly (number | undefined)[]>();

/** Returns for how many people the amounts of each text are. `undefined`: the text does not say it, or says more than one number. */
function servingsOfTexts(index: GivenIndex): readonly (number | undefined)[] {
	const known = given.get(index);
	if (known !== undefined) return known;
	const made = index.texts.map(({ plain, given: { context } }) => {
		const counts = context === null ? [] : [...countsOf(plain)];
		return counts.length === 1 ? counts[0] : undefined;
	});
	given.set(index, made);
	return made;
}

/**
 * Returns whether an amount is a given one, scaled from the number of people that its text is for to the number that the answer's sentence or the question
 * names.
 * @param sentenceText the answer's sentence
 */
export function isScaledServing(
	amount: Amount,
	sentenceText: string,
	index: GivenIndex,
	fits: (said: Amount, value: Quantity) => boolean,
): boolean {
	const servings = servingsOfTexts(index);
	if (servings.every((one) => one === undefined)) return false;
	const own = countsOf(sentenceText);
	const asked = new Set(askedIndex(index).texts.flatMap(({ plain }) => [...countsOf(plain)]));
	// The number of people itself is a premise, unless the question has another one.
	if (amount.units.length === 0 && amount.readings.some(({ value }) => own.has(value)))
		return asked.size === 0 || amount.readings.some(({ value }) => asked.has(value));
	const wanted = own.size > 0 ? own : asked;
	return index.values.some(({ value, text }) => {
		const from = servings[text];
		if (from === undefined || value.kind !== 'amount') return false;
		return [...wanted].some(
			(to) => to !== from && quantitiesOf(value).some((quantity) => fits(amount, { ...quantity, value: (quantity.value * to) / from })),
		);
	});
}
