import { Closure } from './closure.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { bareQuantitiesOf, isRendering, operandsOf, quantitiesOf, renderedRange, type Quantity } from './quantities.ts';
import type { DateForm } from './dates.ts';
import { multiStepResults, shownSums } from './multi-step.ts';
import { movedMoments, type MovedMoments } from './moved-moments.ts';
import { percent, timeMeasure } from './units.ts';
import type { Amount, Value } from './values.ts';

/** What says that a number is computed. */
const joining =
	/\b(?:totals?|totall?ing|combined|altogether|together|sum|overall|in all|both|difference|more|fewer|less|increase[ds]?|decrease[ds]?|increasing|decreasing|rose|risen|fell|fallen|dropped|grew|grown|gained|lost|net|remaining|left|rest|others?|average[ds]?|mean|apart|gap|longer|shorter|older|younger|higher|lower|cheaper|later|earlier|saves?|saved|saving|changed?s?|cuts?|reduced|raised|shrank|up by|down by|times|twice|whole|entire|each|every|per|person|ahead|behind|up on|down on|clear of|outside|margin|lead|spare|extra|additional|add(?:s|ed|ing)? up|comes? to|came to|makes?|makes up|halves?|discounts?|off|savings?|split|between them|out of|short of|remains?|fastest|slowest|beat|won by|enough for|span|spread|range|daily|monthly|a month|weekly|a week|a day|per day|annual(?:ly)?|yearly|per year|a year)\b|\bby\b.{1,25}\d/iu;
/** What says that an amount is what two others differ by: '13 points more than Ben', '187 m taller than the bridge', 'lost 5.5 kg'. */
const comparing =
	/\b(?:more|fewer|less|further|farther|\p{L}{2,}er)\b(?: \S+){0,4} than\b|\b(?:differences?|differ(?:s|ed)?|apart|gap|margin)\b|\b(?:lost|gained|lose|gain|dropped|rose|fell|grew|shrank|increased|decreased|declined|climbed|slipped|cut|raised|reduced)\b|\bby\b[^,;]{0,12}\d/iu;

/** Returns whether a sentence says of an amount that it is a difference. */
export function isComparison(sentence: string): boolean {
	return comparing.test(sentence);
}

/** Returns whether a sentence says that something in it was computed. */
export function isSaidToBeComputed(sentence: string): boolean {
	return joining.test(sentence) || isComparison(sentence) || joiningElsewhere.test(sentence);
}

/** The same in other languages than English. */
const joiningElsewhere =
	/(?<!\p{L})(?:insgesamt|gesamt\p{L}*|zusammen|summe|au total|ensemble|en tout|somme|en total|suman?|juntos|en conjunto|totale|complessiv\p{L}+|in tutto|ao todo|no total|soma|totaliz\p{L}+|annuel\p{L}*|par an|jährlich\p{L}*|pro Jahr|im Jahr|anual\p{L}*|al año|por año|annu[oa]|annual[ei]|all'anno|por ano|cada|jeweils|je|chaque|chacun\p{L}*|ogni|ciascun\p{L}*|por encima|por debajo|acima|abaixo|au-dessus|en dessous|al di sopra|al di sotto|über dem|unter dem|économis\p{L}*|d'écart|écart|différence|reste\p{L}*|devant|derrière|de plus|de moins|d'avance|de retard|soit|Vorsprung|Rückstand|Abstand|Unterschied|Differenz|übrig\p{L}*|spar\p{L}+|mehr|weniger|länger|kürzer|später|früher|macht|insgesamt|ventaja|diferencia|ahorr\p{L}+|quedan?|resto|más|menos|vantaggio|distacco|differenza|risparmi\p{L}*|in più|in meno|rest\p{L}+|rimang\p{L}+|a mais|a menos|diferença|poup\p{L}+|vantagem|sobra\p{L}*|restam?|de diferencia|de diferença)(?!\p{L})|每年|全年|年額|年間|年に|合[わ计計]|合わせ|全部|一共|总共|總共|共|总计|差|多|少|剩|省|余|残|早|晚|遅|先|後|平均|増|減|高|低|长|長|短/iu;

/** What says that an amount is an average, in the known languages. */
const averaging =
	/\b(?:averag|mean\b|durchschnitt|im Schnitt|im Mittel|moyenne|promedio|de media|media (?:di|de|diaria|mensual|giornaliera|mensile)|in media|média|mediamente)|平均/iu;

/** How sure it is that a number was computed. */
export type Derivation =
	/** The sentence shows the terms, or says that something was computed. */
	| 'said'
	/** It has so many digits that it can hardly be by chance. */
	| 'exact'
	/** Of a few numbers that stand beside each other, or a time between given ones. */
	| 'possible';

/**
 * Returns whether an amount follows from given values: a sum, a difference, an average, a product, a share, a change in percent, or the time
 * between two dates or clock times. Operands stand in one text, near each other.
 * @param sentence the response's sentence, in plain text
 * @param others other amounts of that sentence, which may show the sum
 */
export function isDerived(amount: Amount, sentence: string, others: readonly Amount[], results: DerivedNumbers, how: Derivation): boolean {
	switch (how) {
		case 'said': {
			const isJoining = isSaidToBeComputed(sentence);
			const shown = new Results();
			// '126 mg, 26 above the limit of 100'
			const read = amount.units.length === 0 ? bareQuantitiesOf : quantitiesOf;
			const near = nearest(others, amount);
			const terms = near.flatMap((other) => read(other).slice(0, 1));
			for (const [i, a] of terms.entries()) for (const b of terms.slice(i + 1)) addResults(shown, a, b, 'all');
			for (const { measure, value, step } of shownSums(near)) shown.add(measure, value, step);
			if (shown.render(amount) || results.isMultipleBy(terms, amount) || results.shares.render(amount)) return true;
			if (amount.units.some(({ measure }) => measure === percent.measure) && results.multiStep.render(amount)) return true;
			if (results.closure.rendersWith(amount, near, perThing.test(sentence), isJoining)) return true;
			if (averaging.test(sentence) && (results.averages.render(amount) || results.multiStepAverages.render(amount))) return true;
			return (
				isJoining &&
				(results.near.render(amount) ||
					results.beside.render(amount) ||
					results.multiStep.render(amount) ||
					results.closure.render(amount, 4) ||
					(isComparison(sentence) && results.differences.render(amount)))
			);
		}
		case 'exact':
			return (
				results.closure.render(amount, 4, leastDigits) ||
				(quantitiesOf(amount).every(({ value, step }) => value / step >= leastDigits) &&
					(results.beside.render(amount) || results.nearShares.render(amount)))
			);
		case 'possible':
			if (results.beside.render(amount) || results.isTimeOfSpans(amount) || results.closure.rendersElapsed(amount)) return true;
			return (
				(quantitiesOf(amount).some(({ measure }) => measure === timeMeasure) || isAge(amount, sentence)) && results.isTimeBetween(amount)
			);
	}
}

/** A number with fewer digits that say something follows from others by chance. */
const leastDigits = 95;
/** What says that an amount is that of each of some things. */
const perThing =
	/(?<!\p{L})(?:per|each|every|apiece|an?(?= (?:acre|hectare|head|hour|day|week|month|year|night|unit|piece|person|mile|litre|liter|kilo|pound|square)\b)|pro|je|jeweils|par|chacun\p{L}*|chaque|por|cada|al?(?= \p{L}+o\b)|ogni|ciascun\p{L}*)(?!\p{L})|每|各|ごと|につき|一人|人均|平均/iu;

/** Whether a number may be somebody's age: 'aged 36', 'when she was 27', 'a 40-year-old'. */
function isAge({ readings, units }: Amount, sentence: string): boolean {
	const years = readings[0]?.value ?? 0;
	if (units.length > 0 || years < 1 || years > 120) return false;
	return (
		/\b(?:aged?|old)\b|[歳岁]/iu.test(sentence) ||
		new RegExp(String.raw`\b(?:was|were|turned|turning|at|of)(?: only| just| about)? ${years}\b`, 'iu').test(sentence)
	);
}

/** Numbers that were computed, each with what its last digits count, by what they measure. */
class Results {
	readonly #found = new Map<string, { value: number; step: number }[]>();
	#isSorted = true;

	add(measure: string, value: number, step: number): void {
		const known = this.#found.get(measure);
		if (known === undefined) this.#found.set(measure, [{ value, step }]);
		else known.push({ value, step });
		this.#isSorted = false;
	}

	/** Returns whether an amount renders one of them, times a factor above 0. */
	render(amount: Amount, factor = 1): boolean {
		if (!this.#isSorted) for (const list of this.#found.values()) list.sort((a, b) => a.value - b.value);
		this.#isSorted = true;
		return quantitiesOf(amount).some((said) => {
			const list = this.#found.get(said.measure) ?? [];
			const { low, high } = renderedRange(said, amount.hedge);
			for (let i = firstFrom(list, (low / factor) * (1 - 1e-12)); i < list.length && list[i]!.value * factor <= high; i++)
				if (isRendering(said, { value: list[i]!.value * factor, step: list[i]!.step, factor: said.factor }, amount.hedge)) return true;
			return false;
		});
	}
}

/** Returns the amounts of a sentence that stand nearest to another one of it, in order: a sum is shown beside its terms. */
function nearest(others: readonly Amount[], { start }: Amount): readonly Amount[] {
	if (others.length <= mostTerms) return others;
	let behind = others.findIndex((other) => other.start > start);
	if (behind === -1) behind = others.length;
	const first = Math.max(0, Math.min(behind - mostTerms / 2, others.length - mostTerms));
	return others.slice(first, first + mostTerms);
}

/** Index of the first of some sorted values that is not below a bound. */
export function firstFrom(sorted: readonly { readonly value: number }[], bound: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (sorted[middle]!.value < bound) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Adds what two numbers give together. @param which `shares`: only percentages of amounts */
function addResults(into: Results, a: Quantity, b: Quantity, which: 'all' | 'shares', averages?: Results): void {
	const step = Math.min(a.step, b.step);
	// A share of an amount: 20 % of 150.
	if (a.measure === 'percent' && b.measure !== 'percent') into.add(b.measure, (a.value / 100) * b.value, b.step / 100);
	if (b.measure === 'percent' && a.measure !== 'percent') into.add(a.measure, (b.value / 100) * a.value, a.step / 100);
	if (which === 'shares') return;
	if (a.measure !== b.measure) {
		if (a.measure === '' || b.measure === '') into.add(a.measure === '' ? b.measure : a.measure, a.value * b.value, step);
		return;
	}
	into.add(a.measure, a.value + b.value, step);
	into.add(a.measure, Math.abs(a.value - b.value), step);
	if (averages !== undefined) averages.add(a.measure, (a.value + b.value) / 2, step / 10);
	for (const [part, whole] of [[a, b] as const, [b, a] as const]) {
		if (whole.value <= 0) continue;
		if (part.value < whole.value) into.add('percent', (100 * part.value) / whole.value, exactStep);
		into.add('percent', (100 * Math.abs(part.value - whole.value)) / whole.value, exactStep);
	}
}

/** Adds the product of a count and another number, and what each of so many equal parts has: '300 g for four'. */
function addParts(into: Results, a: Quantity, b: Quantity): void {
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
/** Amounts of all texts of which each is compared with each. */
const mostCompared = 300;
const neighbors = 60;
/** Amounts of the answer's sentence that may be terms of one of its amounts. An even number. */
const mostTerms = 24;
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
const day = 86_400;
const year = 365.25 * day;

/** What can be computed of the given values, computed once for all values of an answer. */
export class DerivedNumbers {
	/** Of two values that stand beside each other. */
	readonly beside = new Results();
	/** Of two values of neighboring sentences, sums of sentences, and multiples: '250 mg twice a day'. */
	readonly near = new Results();
	/** Amounts that their sentence says to be doubled, tripled or halved. */
	readonly multiplied = new Results();
	/** Percentages of amounts of one sentence, and of neighboring ones. */
	readonly shares = new Results();
	readonly nearShares = new Results();
	/** Averages of two values of neighboring sentences. */
	readonly averages = new Results();
	readonly #index: GivenIndex;
	#times: readonly Span[] | undefined;
	#multiStep: Results | undefined;
	#multiStepAverages: Results | undefined;
	#differences: Results | undefined;
	#closure: Closure | undefined;
	#amounts: Results | undefined;
	#spans: Results | undefined;
	#moved: MovedMoments | undefined;

	constructor(index: GivenIndex) {
		this.#index = index;
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
						addResults(isBeside ? this.beside : this.near, a, b, 'all', this.averages);
						addResults(first.sentence === second.sentence ? this.shares : this.nearShares, a, b, 'shares');
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

	/** Sums of lists and columns, sums of products, and shares of such sums. */
	get multiStep(): Results {
		if (this.#multiStep === undefined) {
			this.#multiStep = new Results();
			for (const { measure, value, step } of multiStepResults(this.#index)) this.#multiStep.add(measure, value, step);
		}
		return this.#multiStep;
	}

	/** What follows from the numbers of each text, wherever they stand in it. */
	get closure(): Closure {
		this.#closure ??= new Closure(this.#index);
		return this.#closure;
	}

	/** Averages of three amounts and more that follow each other. */
	get multiStepAverages(): Results {
		if (this.#multiStepAverages === undefined) {
			this.#multiStepAverages = new Results();
			for (const { measure, value, step, count } of multiStepResults(this.#index))
				if (count !== undefined) this.#multiStepAverages.add(measure, value / count, step / 10);
		}
		return this.#multiStepAverages;
	}

	/** Differences between amounts of one unit, of any of the texts. */
	get differences(): Results {
		if (this.#differences === undefined) {
			this.#differences = new Results();
			const amounts = this.#index.values
				.flatMap(({ value }) => (value.kind === 'amount' && value.units.length > 0 ? quantitiesOf(value).slice(0, 1) : []))
				.slice(0, mostCompared);
			for (const [i, a] of amounts.entries())
				for (const b of amounts.slice(i + 1))
					if (a.measure === b.measure) this.#differences.add(a.measure, Math.abs(a.value - b.value), Math.min(a.step, b.step));
		}
		return this.#differences;
	}

	/** Returns whether an amount of time is the sum of two times of day to times of day: '9:00 to 12:30 and 14:00 to 17:00'. */
	isTimeOfSpans(amount: Amount): boolean {
		this.#spans ??= sumsOfSpans(this.#index);
		return this.#spans.render(amount);
	}

	/** Returns whether an amount is a given one times a number that the answer says beside it: 'four servings have 72 g'. */
	isMultipleBy(terms: readonly Quantity[], amount: Amount): boolean {
		const counts = terms.filter(({ measure, value }) => measure === '' && Number.isInteger(value) && value >= 2 && value <= 1000);
		if (counts.length === 0) return false;
		if (this.#amounts === undefined) {
			this.#amounts = new Results();
			for (const { value } of this.#index.values) {
				if (value.kind !== 'amount') continue;
				for (const { measure, value: one, step } of quantitiesOf(value).slice(0, 1)) this.#amounts.add(measure, one, step);
			}
		}
		const amounts = this.#amounts;
		return counts.some(({ value }) => amounts.render(amount, value));
	}

	/** Returns whether a date is so long before or after a given one as a text says beside that: 'issued on 30 November, payable within 30 days'. */
	isMovedDate({ year: named, month, day: date, weekday }: DateForm): boolean {
		if (weekday !== undefined || (month === undefined && date !== undefined)) return false;
		this.#moved ??= movedMoments(this.#index);
		const { days, daysOfYear, years } = this.#moved;
		if (month === undefined) return named !== undefined && years.has(named);
		// 'Late August 2020'
		if (date === undefined)
			return named === undefined
				? [...daysOfYear].some((one) => Math.floor(one / 100) === month)
				: Array.from({ length: 31 }, (_, i) => Date.UTC(named, month - 1, i + 1) / 1000 / day).some((one) => days.has(one));
		return named === undefined ? daysOfYear.has(month * 100 + date) : days.has(Date.UTC(named, month - 1, date) / 1000 / day);
	}

	/**
	 * Returns whether a day or a time of day is as long before or after another one of the answer's sentence as a given amount of time: 'switched off on 21 June, and
	 * deleted on 20 August' for 60 days.
	 */
	isMovedFrom(value: Value, others: readonly Value[]): boolean {
		this.#times ??= timesBetween(this.#index).toSorted((a, b) => a.value - b.value);
		const usual = this.#index.values.flatMap((one) =>
			one.value.kind === 'date' ? one.value.forms.flatMap((form) => form.year ?? []) : [],
		)[0];
		const amounts = this.#index.values.flatMap((one) =>
			one.value.kind === 'amount' ? quantitiesOf(one.value).filter(({ measure, value: size }) => measure === timeMeasure && size > 0) : [],
		);
		const own = momentsOf(value, usual);
		return others.some((other) =>
			momentsOf(other, usual).some((from) =>
				own.some(({ kind, seconds }) => {
					if (kind !== from.kind) return false;
					const apart = Math.abs(seconds - from.seconds);
					return amounts.some(({ value: size, factor }) => {
						const slack = kind === 'clock' ? 0 : factor >= 27 * day ? 2.1 * day : 0;
						return Math.abs(apart - size) <= slack || (kind === 'clock' && Math.abs(day - apart - size) <= slack);
					});
				}),
			),
		);
	}

	/** Returns whether a number is the day of a month that `isMovedDate` finds, or of a given date: 'on the 22nd', '22日'. */
	isDayOfMonth(number: number): boolean {
		this.#moved ??= movedMoments(this.#index);
		return (
			[...this.#moved.daysOfYear].some((one) => one % 100 === number) ||
			this.#index.values.some(({ value }) => value.kind === 'date' && value.forms.some((form) => form.day === number))
		);
	}

	/** Returns whether a time of day is so long before or after a given one as a text says beside that. @param minutes since midnight */
	isMovedTime(minutes: number): boolean {
		this.#moved ??= movedMoments(this.#index);
		return this.#moved.minutes.has(minutes);
	}

	/** Returns whether an amount of time, or an age, is the time between two dates or two clock times of one text. */
	isTimeBetween(amount: Amount): boolean {
		this.#times ??= timesBetween(this.#index).toSorted((a, b) => a.value - b.value);
		const times = this.#times;
		return quantitiesOf(amount).some((said) => {
			const seconds = said.measure === timeMeasure ? said : { ...said, value: said.value * year, step: said.step * year };
			const { low, high } = renderedRange(seconds, amount.hedge);
			for (let i = firstFrom(times, low - year); i < times.length && times[i]!.value <= high + year; i++) {
				const { value, slack } = times[i]!;
				// Somebody is 27 until the next birthday.
				const isFull = seconds.step >= year * 0.99 && value >= seconds.value && value < seconds.value + year;
				if (
					isFull ||
					Math.abs(seconds.value - value) <= slack ||
					isRendering(seconds, { value, step: 1, factor: seconds.factor }, amount.hedge)
				)
					return true;
			}
			return false;
		});
	}
}

/** A time between two given moments, in seconds, and how far it may be off: nobody says at which time of a day, or on which day of a year. */
interface Span {
	readonly value: number;
	readonly slack: number;
}

function timesBetween({ values }: GivenIndex): Span[] {
	const spans: Span[] = [];
	const years = new Map<number, number>();
	for (const { value, text } of values) {
		const named = value.kind === 'date' ? value.forms[0]?.year : undefined;
		if (named !== undefined && !years.has(text)) years.set(text, named);
	}
	const moments = values.flatMap(({ value, text }) => momentsOf(value, years.get(text)).map((moment) => ({ ...moment, text })));
	for (const [i, a] of moments.entries())
		for (const b of moments.slice(i + 1, i + mostBetween)) {
			if (a.text !== b.text) break;
			if (a.kind !== b.kind) continue;
			const apart = Math.abs(a.seconds - b.seconds);
			if (a.kind === 'clock') spans.push({ value: apart, slack: 0 }, { value: day - apart, slack: 0 });
			else spans.push({ value: apart, slack: a.isYear || b.isYear ? year * 0.99 : 1.01 * day });
		}
	return spans;
}

/** @param usual the year of other dates of the text, which a date without one mostly has */
function momentsOf(value: Value, usual: number | undefined): { kind: 'clock' | 'day'; seconds: number; isYear: boolean }[] {
	if (value.kind === 'time') return value.minutes.map((minutes) => ({ kind: 'clock', seconds: minutes * 60, isYear: false }));
	if (value.kind !== 'date') return [];
	return value.forms.flatMap((form) => {
		if (form.year === undefined && form.month === undefined) return [];
		const seconds = Date.UTC(form.year ?? usual ?? 2001, (form.month ?? 7) - 1, form.day ?? 1) / 1000;
		return [{ kind: 'day', seconds, isYear: form.month === undefined }];
	});
}

function sumsOfSpans({ values }: GivenIndex): Results {
	const sums = new Results();
	const times = values.filter(({ value }) => value.kind === 'time');
	const seconds = ({ value }: GivenValue): number => (value.kind === 'time' ? value.minutes[0]! * 60 : 0);
	for (let i = 0; i + 3 < times.length; i++) {
		const four = times.slice(i, i + 4);
		if (four.some(({ sentence }) => sentence !== four[0]!.sentence)) continue;
		const [a, b, c, d] = four.map(seconds);
		const span = (from: number, to: number): number => (to - from + day) % day;
		// Without 'p.m.', an hour after noon may be written as one before it.
		for (const one of [span(a!, b!), span(a!, b! + day / 2)])
			for (const other of [span(c!, d!), span(c!, d! + day / 2)]) sums.add(timeMeasure, one + other, 60);
	}
	return sums;
}
