import { ComputedNumbers } from './computed-numbers.ts';
import type { GivenIndex } from './given-index.ts';
import { bareQuantitiesOf, isRendering, quantitiesOf, type Quantity } from './quantities.ts';
import { areaMeasure, lengthMeasure, percent, temperatureMeasure, timeMeasure, volumeMeasure } from './units.ts';
import type { Amount } from './values.ts';

/*
 * What follows from the few numbers of a short text in one or two steps, wherever they stand in it: 'three things for 11.50, 9 and 4.25, or 22 together' gives
 * that one saves 2.75. In long texts nearly every number follows from some others, so that only numbers near each other are combined.
 */

interface Operand {
	readonly measure: string;
	readonly value: number;
	readonly step: number;
	/** How many base units the unit is that it is written in. */
	readonly factor: number;
}

/** Amounts of a text that are combined with each other: those behind it, in order. */
const mostBeside = 14;
/** Of fewer amounts of one measure, three are combined. */
const mostOfThree = 7;
/** Fewer significant digits than these follow from something by chance. */
const leastOfThree = 95;

/** What can be computed of the numbers of given texts. Made once for an index. */
export class Closure {
	/** In the base unit of what they measure. */
	readonly #found = new ComputedNumbers();
	/** Times that something took, and differences between them. */
	readonly #elapsed: { readonly value: number; readonly step: number }[] = [];
	/** The numbers themselves, by measure. */
	readonly #operands = new Map<string, Operand[]>();

	constructor({ values, texts }: GivenIndex) {
		for (let first = 0; first < values.length; ) {
			let end = first;
			while (end < values.length && values[end]!.text === values[first]!.text) end++;
			const { given, plain } = texts[values[first]!.text]!;
			if (given.context !== null) {
				const operands = values.slice(first, end).flatMap(({ value }) => (value.kind === 'amount' ? operandOf(value) : []));
				this.#combine(operands);
				for (const measure of new Set(operands.map((one) => one.measure))) {
					if (measure === '') continue;
					// What the answer may write without its unit: '865 of the 900 euros'.
					const alike = operands.filter((one) => one.measure === measure);
					const isInOne = alike.every(({ factor }) => factor === alike[0]!.factor);
					if (isInOne)
						this.#combineBare(
							alike.map(({ value, step, factor }) => ({ measure: bareMeasure, value: value / factor, step: step / factor, factor: 1 })),
						);
				}
				for (const operand of operands) {
					const known = this.#operands.get(operand.measure);
					if (known === undefined) this.#operands.set(operand.measure, [operand]);
					else known.push(operand);
				}
				const elapsed = elapsedTimesIn(plain);
				for (const [i, a] of elapsed.entries()) {
					this.#elapsed.push({ value: a.seconds, step: a.step });
					for (const b of elapsed.slice(i + 1, i + 1 + mostBeside)) {
						const step = Math.min(a.step, b.step);
						this.#elapsed.push({ value: Number(Math.abs(a.seconds - b.seconds).toPrecision(12)), step });
					}
				}
			}
			first = end;
		}
	}

	/**
	 * Returns whether an amount renders one of them. Of three numbers and more, it must have three digits that say something.
	 * @param mostTerms of how many numbers it may be computed
	 * @param isStrict whether products, parts and averages do not count
	 * @param leastDigits the least number that its digits make, where nothing says that it was computed
	 */
	render(amount: Amount, mostTerms: number, leastDigits = 0, isStrict = false): boolean {
		// '0.18 s' of numbers without a unit.
		const isWithout = amount.units.length > 0 && !isPercentage(amount);
		const bare = isWithout ? bareQuantitiesOf(amount).filter(({ value, place }) => place < 1 || value >= leastOfThree) : [];
		const own = [...quantitiesOf(amount), ...bare];
		const withoutUnit = amount.units.length === 0 ? own.map((one) => ({ ...one, measure: bareMeasure })) : [];
		return [...own, ...withoutUnit].some((said) => {
			const slack = Math.abs(said.value) * (amount.hedge === null ? 0.02 : 0.25) + said.step;
			const isFew = this.#countFor(said.measure) <= mostOfSome;
			return this.#found.some(said.measure, said.value - slack, said.value + slack, (value, { step, terms, isLoose }) => {
				if ((isStrict && isLoose) || terms > mostTerms) return false;
				const least = terms > 2 || !isFew ? leastOfThree : leastDigits;
				return digitsFor(said, value, step) >= least && isRendering(said, { value, step, factor: said.factor }, amount.hedge);
			});
		});
	}

	/** How many amounts there are that numbers of a measure may follow from. */
	#countFor(measure: string): number {
		if (measure !== percent.measure) return this.#operands.get(measure === bareMeasure ? '' : measure)?.length ?? 0;
		return Math.max(0, ...Array.from(this.#operands.values(), ({ length }) => length));
	}

	/** Returns whether an amount with a unit renders what two numbers give, where the texts have only a few amounts of its kind. */
	rendersFew(amount: Amount): boolean {
		if (amount.units.length === 0) return false;
		const isShare = isPercentage(amount);
		const few = quantitiesOf(amount).every(({ measure }) => (this.#operands.get(isShare ? '' : measure)?.length ?? 0) <= mostOfFew);
		return few && this.render(amount, 2, 0, true);
	}

	/** Returns whether an amount renders a time that something took by '41:07' and the like, or the difference between two such times. */
	rendersElapsed(amount: Amount): boolean {
		return quantitiesOf(amount).some(
			(said) =>
				said.measure === timeMeasure &&
				this.#elapsed.some(({ value, step }) => isRendering(said, { value, step, factor: said.factor }, amount.hedge)),
		);
	}

	/**
	 * Returns whether an amount follows from one or two other amounts of the answer's sentence and from one of the texts: 'after its 20 % (2.9 million) and
	 * 7.9 million for defenders, 3.7 million of the 14.5 are left'.
	 * @param others amounts that are given or follow from given ones
	 * @param isRate whether the sentence says what each of some things has, and `isSaid` whether it says that something was computed
	 */
	rendersWith(amount: Amount, others: readonly Amount[], isRate: boolean, isSaid: boolean): boolean {
		const terms = others.slice(0, mostOfThree).flatMap(operandOf);
		return quantitiesOf(amount).some((said) => {
			const own = terms.filter(({ measure }) => measure === said.measure);
			const given = (this.#operands.get(said.measure) ?? []).slice(0, mostGiven);
			const fits = (value: number, step: number): boolean =>
				isRendering(said, { value: Number(value.toPrecision(12)), step, factor: said.factor }, amount.hedge);
			if (isRate && this.#rendersRate(said, terms, fits)) return true;
			// 15 % of what the answer computed, or so many times of that.
			const shares = (this.#operands.get(percent.measure) ?? []).slice(0, mostGiven);
			const counts = (this.#operands.get('') ?? []).slice(0, mostGiven);
			if (
				own.some((a) =>
					shares.some(
						(s) =>
							fits((a.value * s.value) / 100, exactStep) ||
							fits(a.value * (1 - s.value / 100), exactStep) ||
							fits(a.value * (1 + s.value / 100), exactStep),
					),
				)
			)
				return true;
			if (isSaid && own.some((a) => counts.some((n) => n.value >= 2 && fits(a.value * n.value, a.step)))) return true;
			if (!isSaid && digitsOf(said) < leastOfThree) return false;
			return own.some((a, i) =>
				given.some((g) => {
					const step = Math.min(a.step, g.step);
					if (fits(g.value + a.value, step) || fits(Math.abs(g.value - a.value), step)) return true;
					if (own.slice(i + 1).some((b) => fits(g.value + a.value + b.value, Math.min(step, b.step)))) return true;
					return (
						(digitsOf(said) >= leastOfThree &&
							given.some(
								(h) =>
									h !== g &&
									(fits(a.value - g.value - h.value, Math.min(step, h.step)) ||
										fits(a.value + g.value + h.value, Math.min(step, h.step)) ||
										fits(a.value + g.value - h.value, Math.min(step, h.step))),
							)) ||
						(digitsOf(said) >= leastOfThree / 5 &&
							own
								.slice(i + 1)
								.some(
									(b) =>
										fits(g.value - a.value - b.value, Math.min(step, b.step)) || fits(g.value + a.value - b.value, Math.min(step, b.step)),
								))
					);
				}),
			);
		});
	}

	/** '7,200 in all, that is 600 for each' of twelve, and '$6,000 an acre' of a price and an area. */
	#rendersRate(said: Quantity, own: readonly Operand[], fits: (value: number, step: number) => boolean): boolean {
		const counts = this.#operands.get('') ?? [];
		const isOf = ({ measure }: Operand): boolean => measure === said.measure || said.measure === '';
		const all = [...this.#operands.values()].flat().slice(0, mostGiven);
		return (
			own.some((a) => isOf(a) && counts.some(({ value }) => value >= 2 && Number.isInteger(value) && fits(a.value / value, exactStep))) ||
			all.some((a) => isOf(a) && all.some((b) => b.measure !== a.measure && b.value > 0 && fits(a.value / (b.value / b.factor), exactStep)))
		);
	}

	#combine(operands: readonly Operand[]): void {
		for (const [i, a] of operands.entries()) {
			const beside = operands.slice(i + 1, i + 1 + mostBeside);
			for (const b of beside) this.#combineTwo(a, b);
		}
		for (const measure of new Set(operands.map((one) => one.measure))) {
			const alike = operands.filter((one) => one.measure === measure);
			if (alike.length >= 3 && alike.length <= mostOfThree) this.#combineThree(alike);
		}
	}

	#combineTwo(a: Operand, b: Operand): void {
		const step = Math.min(a.step, b.step);
		if (a.measure === b.measure) {
			this.#add(a.measure, a.value + b.value, step, 2);
			this.#add(a.measure, Math.abs(a.value - b.value), step, 2);
			this.#add(a.measure, (a.value + b.value) / 2, step / 10, 2, true);
			if (a.measure === percent.measure && a.value + b.value < 100) this.#add(percent.measure, 100 - a.value - b.value, step, 2);
			for (const [part, whole] of [[a, b] as const, [b, a] as const]) {
				if (whole.value <= 0 || part.value <= 0) continue;
				this.#add(percent.measure, (100 * part.value) / whole.value, exactStep, 2);
				this.#add(percent.measure, (100 * Math.abs(part.value - whole.value)) / whole.value, exactStep, 2);
				if (part.value > whole.value) this.#add('', part.value / whole.value, exactStep, 2);
			}
			if (a.measure === lengthMeasure) this.#add(areaMeasure, a.value * b.value, step / 100, 2);
		}
		for (const [one, other] of [[a, b] as const, [b, a] as const]) {
			if (one.measure === percent.measure && other.measure !== percent.measure) {
				this.#add(other.measure, (one.value / 100) * other.value, other.step / 100, 2);
				this.#add(other.measure, other.value * (1 - one.value / 100), other.step / 100, 2);
				this.#add(other.measure, other.value * (1 + one.value / 100), other.step / 100, 2);
			}
			if (one.measure === '' && other.measure !== percent.measure && one.value > 0) {
				this.#add(other.measure, one.value * other.value, Math.min(other.step, 1), 2, true);
				if (one.value >= 2 && Number.isInteger(one.value)) this.#add(other.measure, other.value / one.value, other.step / 100, 2, true);
			}
			if (one.measure === '' && other.measure !== '' && other.measure !== percent.measure) this.#combineMixed(one, other);
			if (one.measure === areaMeasure && other.measure === lengthMeasure) this.#add(volumeMeasure, one.value * other.value, exactStep, 2);
		}
	}

	/** A number whose unit the text leaves out, and one with it: '6,350 francs on Saturday and 9,650 on Sunday', '18 of its 45 hectares'. */
	#combineMixed(bare: Operand, { measure, value, step, factor }: Operand): void {
		const [own, least] = [value / factor, Math.min(bare.step, step / factor)];
		this.#add(measure, (own + bare.value) * factor, least * factor, 2);
		this.#add(measure, Math.abs(own - bare.value) * factor, least * factor, 2);
		if (own <= 0 || bare.value <= 0) return;
		this.#add(percent.measure, (100 * Math.min(own, bare.value)) / Math.max(own, bare.value), exactStep, 2);
		this.#add(percent.measure, (100 * Math.abs(own - bare.value)) / own, exactStep, 2);
	}

	#combineBare(alike: readonly Operand[]): void {
		for (const [i, a] of alike.entries())
			for (const b of alike.slice(i + 1, i + 1 + mostBeside)) {
				const step = Math.min(a.step, b.step);
				this.#add(bareMeasure, a.value + b.value, step, 2);
				this.#add(bareMeasure, Math.abs(a.value - b.value), step, 2);
			}
		if (alike.length >= 3 && alike.length <= mostOfThree) this.#combineThree(alike);
	}

	/** Sums of three, and two of them without a third: what a bundle saves. */
	#combineThree(alike: readonly Operand[]): void {
		const { measure } = alike[0]!;
		if (measure === percent.measure) this.#addRest(alike);
		if (measure === percent.measure || measure === temperatureMeasure) return;
		const total = alike.reduce((sum, { value }) => sum + value, 0);
		const least = Math.min(...alike.map(({ step }) => step));
		this.#add(measure, total, least, alike.length);
		this.#add(measure, total / alike.length, least / 100, alike.length);
		for (const [i, a] of alike.entries())
			for (const [j, b] of alike.entries()) {
				if (j <= i) continue;
				for (const [k, c] of alike.entries()) {
					if (k === i || k === j) continue;
					const step = Math.min(a.step, b.step, c.step);
					this.#add(measure, Math.abs(a.value + b.value - c.value), step, 3);
					if (k < j) continue;
					this.#add(measure, a.value + b.value + c.value, step, 3);
					this.#add(measure, (a.value + b.value + c.value) / 3, step / 100, 3);
					for (const [l, d] of alike.entries())
						if (l !== i && l !== j && l !== k)
							this.#add(measure, Math.abs(a.value + b.value + c.value - d.value), Math.min(step, d.step), 4);
				}
			}
	}

	/** What three and more shares in a row leave of the whole. */
	#addRest(shares: readonly Operand[]): void {
		for (const [i, first] of shares.entries()) {
			let [sum, step] = [first.value, first.step];
			for (const next of shares.slice(i + 1)) {
				[sum, step] = [sum + next.value, Math.min(step, next.step)];
				if (sum < 100) this.#add(percent.measure, 100 - sum, step, 2);
			}
		}
	}

	#add(measure: string, value: number, step: number, terms: number, isLoose = false): void {
		this.#found.add(measure, Number(value.toPrecision(12)), step, terms, isLoose);
	}
}

const mostOfFew = 6;
/** Of more amounts of one measure, a number with few digits follows from some two by chance. */
const mostOfSome = 10;
/** Amounts of the texts of which each is combined with what the answer says. */
const mostGiven = 40;

/** The number that the digits of a quantity make, without its point and the zeros behind: '8.60' has 860, and 300 has 3. */
function digitsOf({ value, step, place, factor }: Quantity): number {
	return Math.abs(value) / (place < factor ? place : step);
}

/** A ratio has as many digits as anybody writes. */
const exactStep = 1e-9;
/** Of numbers whose unit the answer leaves out. */
const bareMeasure = 'bare';

/** How many numbers of its size a quantity could be: exactly equal to one with many digits, it follows from that by no chance. */
function digitsFor(said: Quantity, value: number, step: number): number {
	return Math.abs(said.value - value) <= 1e-9 * Math.abs(value) && step > exactStep
		? Math.max(Math.abs(value) / step, digitsOf(said))
		: digitsOf(said);
}

function isPercentage({ units }: Amount): boolean {
	return units.some(({ measure }) => measure === percent.measure);
}

function operandOf(amount: Amount): Operand[] {
	const [first] = quantitiesOf(amount);
	if (first === undefined) return [];
	const { measure, value, step, factor } = first;
	return [{ measure, value, step, factor }];
}

/** A time that something took, as a list of results writes it. */
interface ElapsedTime {
	readonly seconds: number;
	/** What its last digit counts, in seconds. */
	readonly step: number;
}

const withColons = /(?<![\d:.,])(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?(?![\d:])/gu;
const withMarks = /(?<![\d:.,])(?:(\d{1,2}) ?h ?)?(\d{1,3}) ?(?:'(?!')|min(?:utes?)?\.?) ?(\d{1,2})(?:[.,](\d{1,3}))? ?(?:"|''|s\b|sec)?/gu;

/** Returns the times in minutes and seconds of a plain text in order: '41:07', '1:06:21', '2:05.31', `1h06'21"`. A time of day may look the same. */
function elapsedTimesIn(plain: string): ElapsedTime[] {
	const times: ElapsedTime[] = [];
	for (const pattern of [withColons, withMarks])
		for (const [, hours = '0', minutes = '0', seconds = '0', part] of plain.matchAll(pattern)) {
			if (Number(seconds) > 59) continue;
			const written = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + (part === undefined ? 0 : Number(`0.${part}`));
			times.push({ seconds: Number(written.toPrecision(10)), step: part === undefined ? 1 : 10 ** -part.length });
		}
	return times;
}
