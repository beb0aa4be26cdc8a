import { Closure } from './closure.ts';
import { ComputedNumbers } from './computed-numbers.ts';
import { DerivedTimes } from './derived-times.ts';
import type { GivenIndex } from './given-index.ts';
import { listResults, type ListResult } from './list-results.ts';
import { operandsOf, quantitiesOf, type Quantity } from './quantities.ts';
import { lengthMeasure, percent, timeMeasure } from './units.ts';
import type { Amount } from './values.ts';

/** What can be computed of the given numbers, computed once for all values of an answer. */
export class DerivedNumbers {
	/** Of two values that stand beside each other. */
	readonly beside = new ComputedNumbers();
	/** Of two values of neighboring sentences, sums of sentences, and multiples: '250 mg twice a day'. */
	readonly near = new ComputedNumbers();
	/** Amounts that their sentence says to be doubled, tripled or halved. */
	readonly multiplied = new ComputedNumbers();
	/** What an amount is compared with by its own sentence: '10,500, 500 more than in 2021' gives 10,000. */
	readonly compared = new ComputedNumbers();
	/** Percentages of amounts of one sentence, and what a share leaves of the whole. */
	readonly shares = new ComputedNumbers();
	/** What follows from given dates and times of day. */
	readonly times: DerivedTimes;
	readonly #index: GivenIndex;
	#lists: Record<ListResult['is'], ComputedNumbers> | undefined;
	#closure: Closure | undefined;
	#amounts: ComputedNumbers | undefined;

	constructor(index: GivenIndex) {
		this.#index = index;
		this.times = new DerivedTimes(index);
		const { values } = index;
		for (const [i, first] of values.entries()) {
			if (first.value.kind !== 'amount') continue;
			for (let j = i + 1; j < Math.min(values.length, i + mostBetween); j++) {
				const second = values[j]!;
				if (second.text !== first.text || second.sentence - first.sentence > reach) break;
				if (second.value.kind !== 'amount') continue;
				const isBeside = first.sentence === second.sentence && second.value.start - first.value.end < neighbors;
				for (const a of quantitiesOf(first.value).slice(0, 2))
					for (const b of quantitiesOf(second.value).slice(0, 2)) {
						addResults(isBeside ? this.beside : this.near, a, b);
						if (first.sentence === second.sentence) {
							addShares(this.shares, a, b);
							addCompared(this.compared, a, b, index.texts[first.text]!.plain.slice(second.value.end, second.value.end + 32));
						}
						if (a.measure === '' || b.measure === '') addParts(this.near, a, b);
					}
			}
		}
		this.#addSumsAndMultiples();
	}

	#addSumsAndMultiples(): void {
		const { sentences, texts, values } = this.#index;
		for (let first = 0; first < values.length; ) {
			let end = first;
			while (end < values.length && values[end]!.sentence === values[first]!.sentence) end++;
			const amounts = values.slice(first, end).flatMap(({ value }) => (value.kind === 'amount' ? operandsOf(value) : []));
			const sums = new Map<string, { value: number; step: number; count: number }>();
			for (const { measure, value, step } of amounts) {
				const known = sums.get(measure) ?? { value: 0, step, count: 0 };
				sums.set(measure, { value: known.value + value, step: Math.min(known.step, step), count: known.count + 1 });
			}
			for (const [measure, { value, step, count }] of sums) if (count > 2) this.beside.add(measure, value, step);
			const { text, start, end: sentenceEnd } = sentences[values[first]!.sentence]!;
			const times = amounts.length === 0 ? [] : multiples.filter(([, words]) => words.test(texts[text]!.plain.slice(start, sentenceEnd)));
			// What is left of a whole: 32 % of 100 %.
			for (const { measure, value, step } of amounts)
				if (measure === percent.measure && value < 100) this.shares.add(measure, 100 - value, step);
			const multiplied =
				amounts.length === 0 ? [] : multiplying.filter(([, words]) => words.test(texts[text]!.plain.slice(start, sentenceEnd)));
			for (const [factor] of multiplied)
				for (const { measure, value, step } of amounts) this.multiplied.add(measure, value * factor, Math.min(step, step * factor));
			for (const [factor] of times) for (const { measure, value, step } of amounts) this.near.add(measure, value * factor, step);
			first = end;
		}
	}

	/** Sums of lists and columns, and sums of products. */
	get sumsOfLists(): ComputedNumbers {
		return this.#ofLists('sum');
	}

	/** What share of a list or column each of its amounts is. */
	get shareOfLists(): ComputedNumbers {
		return this.#ofLists('share');
	}

	/** Averages of lists and columns. */
	get averagesOfLists(): ComputedNumbers {
		return this.#ofLists('average');
	}

	#ofLists(is: ListResult['is']): ComputedNumbers {
		if (this.#lists === undefined) {
			this.#lists = { sum: new ComputedNumbers(), share: new ComputedNumbers(), average: new ComputedNumbers() };
			for (const { is: one, measure, value, step } of listResults(this.#index)) this.#lists[one].add(measure, value, step);
		}
		return this.#lists[is];
	}

	/** What follows from the numbers of each text, wherever they stand in it. */
	get closure(): Closure {
		this.#closure ??= new Closure(this.#index);
		return this.#closure;
	}

	/** Returns whether an amount is a given one times a number that the answer says beside it: 'four servings have 72 g'. */
	isMultipleBy(terms: readonly Quantity[], amount: Amount): boolean {
		const counts = terms.filter(({ measure, value }) => measure === '' && Number.isInteger(value) && value >= 2 && value <= 1000);
		if (counts.length === 0) return false;
		if (this.#amounts === undefined) {
			this.#amounts = new ComputedNumbers();
			for (const { value } of this.#index.values) {
				if (value.kind !== 'amount') continue;
				for (const { measure, value: one, step } of quantitiesOf(value).slice(0, 1)) this.#amounts.add(measure, one, step);
			}
		}
		const amounts = this.#amounts;
		return counts.some(({ value }) => amounts.render(amount, value));
	}
}

/** Adds a share of an amount: 20 % of 150. */
function addShares(into: ComputedNumbers, a: Quantity, b: Quantity): void {
	if (a.measure === percent.measure && b.measure !== percent.measure) into.add(b.measure, (a.value / 100) * b.value, b.step / 100);
	if (b.measure === percent.measure && a.measure !== percent.measure) into.add(a.measure, (b.value / 100) * a.value, a.step / 100);
}

const larger = /^(?: \p{L}+){0,2} (?:more|mehr|de plus|más|mais|in più|\p{L}{2,}er) (?:than|als|que|di|do que)(?!\p{L})/iu;
const smaller =
	/^(?: \p{L}+){0,2} (?:less|fewer|lower|shorter|smaller|weniger|de moins|menos|in meno) (?:than|als|que|di|do que)(?!\p{L})/iu;

/** Adds what an amount is so much more or less than. @param behind the text behind the second amount */
function addCompared(into: ComputedNumbers, a: Quantity, b: Quantity, behind: string): void {
	const sign = smaller.test(behind) ? 1 : larger.test(behind) ? -1 : 0;
	if (sign === 0) return;
	if (a.measure === b.measure) into.add(a.measure, a.value + sign * b.value, Math.min(a.step, b.step));
	else if (b.measure === percent.measure) into.add(a.measure, a.value / (1 - (sign * b.value) / 100), a.step / 100);
}

/** Adds what two numbers give together. */
function addResults(into: ComputedNumbers, a: Quantity, b: Quantity): void {
	addShares(into, a, b);
	const step = Math.min(a.step, b.step);
	if (a.measure !== b.measure) {
		addSpeeds(into, a, b);
		addSpeeds(into, b, a);
		if (a.measure === '' || b.measure === '') into.add(a.measure === '' ? b.measure : a.measure, a.value * b.value, step);
		return;
	}
	into.add(a.measure, a.value + b.value, step);
	into.add(a.measure, Math.abs(a.value - b.value), step);
	for (const [part, whole] of [[a, b] as const, [b, a] as const]) {
		if (whole.value <= 0) continue;
		if (part.value < whole.value) into.add('percent', (100 * part.value) / whole.value, exactStep);
		into.add('percent', (100 * Math.abs(part.value - whole.value)) / whole.value, exactStep);
	}
}

/** Adds the speed of a distance in a time, the time that a distance takes, and the distance that a time is enough for. */
function addSpeeds(into: ComputedNumbers, a: Quantity, b: Quantity): void {
	if (b.value <= 0) return;
	if (a.measure === lengthMeasure && b.measure === timeMeasure) into.add(speedMeasure, a.value / b.value, exactStep);
	if (a.measure === lengthMeasure && b.measure === speedMeasure) into.add(timeMeasure, a.value / b.value, exactStep);
	if (a.measure === speedMeasure && b.measure === timeMeasure) into.add(lengthMeasure, a.value * b.value, Math.min(a.step, b.step));
}

const speedMeasure = `${lengthMeasure}/${timeMeasure}`;

/** Adds the product of a count and another number, and what each of so many equal parts has: '300 g for four'. */
function addParts(into: ComputedNumbers, a: Quantity, b: Quantity): void {
	const [count, of] = a.measure === '' ? [a, b] : [b, a];
	into.add(of.measure, count.value * of.value, Math.min(of.step, count.step));
	if (count.value >= 2 && Number.isInteger(count.value)) into.add(of.measure, of.value / count.value, of.step / 100);
	if (of.measure === '' && of.value >= 2 && Number.isInteger(of.value)) into.add('', count.value / of.value, count.step / 100);
}

/** A ratio has as many digits as anybody writes. */
const exactStep = 1e-9;
/** Sentences between two operands, values between them, and UTF-16 units between two that are named in one breath. */
const reach = 3;
const mostBetween = 40;
const neighbors = 60;
const multiples: readonly (readonly [number, RegExp])[] = [
	[2, /\b(?:twice|two times|both|double)\b/iu],
	[3, /\b(?:thrice|three times|triple)\b/iu],
	[4, /\bfour times\b/iu],
	[
		12,
		/\b(?:month(?:ly)?|par mois|mensuel\p{L}*|im Monat|monatlich\p{L}*|pro Monat|al mes|mensual\p{L}*|por mês|mensa(?:l|is)|al mese|mensil\p{L}*)\b|每月|每个月|月額|毎月|月に/iu,
	],
	[1 / 12, /\b(?:year(?:ly)?|annual(?:ly)?)\b/iu],
	[52, /\bweek(?:ly)?\b/iu],
	[7, /\b(?:daily|day)\b/iu],
];
/** What makes another amount of one that stands in the same sentence, in the known languages. */
const multiplying: readonly (readonly [number, RegExp])[] = [
	[
		2,
		/\b(?:twice|double[sd]?|doubling|twofold|verdoppel\p{L}*|doppelt\p{L}*|doubl(?:e|es|é|ée|és|ées|er|ent)|duplic\p{L}+|dobl(?:e|ó|a|an|ado|ada)|dobr(?:o|a|ou|am|ado|ada)|raddoppi\p{L}+|doppi[oa])(?!\p{L})|翻倍|翻一番|加倍|两倍|倍增|倍増|2倍|二倍/iu,
	],
	[
		3,
		/\b(?:thrice|tripled?|triples|trebled?|threefold|three times|verdreifach\p{L}*|dreifach\p{L}*|tripl(?:e|é|ée|és|ées|er|ent)|triplic\p{L}+|triple|triplo|triplicat\p{L})(?!\p{L})|三倍|3倍/iu,
	],
	[
		4,
		/\b(?:quadrupled?|fourfold|four times|vervierfach\p{L}*|vierfach\p{L}*|quadrupl\p{L}+|cuadruplic\p{L}+|quadruplic\p{L}+)(?!\p{L})|四倍|4倍/iu,
	],
	[
		0.5,
		/\b(?:half|halve[sd]?|halving|halbier\p{L}*|Hälfte|moitié|mitad|metade|metà|dimezz\p{L}+)(?!\p{L})|减半|減半|一半|半減|半額|半分/iu,
	],
];
