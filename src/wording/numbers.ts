/** Returns a number of bytes in words: `4.3 GB`, `135 MB`. Units are powers of ten, as for disks and downloads. */
export function bytesInWords(bytes: number): string {
	const [size, unit] = bytes >= 999.5e6 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
	return `${size >= 9.95 ? Math.round(size).toLocaleString('en') : size.toFixed(1)} ${unit}`;
}

/** Returns a number with this many decimals and a real minus sign: `−0.31`. Zero never has a minus sign. */
export function decimal(value: number, digits = 2): string {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '\u2212');
}

/**
 * Returns a score beside a threshold, with as many decimals as it takes to tell them apart: `0.921 > 0.920`.
 * @param name the threshold's name, if it should be shown: `3.21 < τ 6.50`.
 */
export function compared(score: number, threshold: number, name = ''): string {
	const sign = score > threshold ? '>' : score < threshold ? '<' : '=';
	const digits = sign === '=' ? 2 : ([2, 3, 4, 6, 9].find((n) => score.toFixed(n) !== threshold.toFixed(n)) ?? 12);
	return `${decimal(score, digits)} ${sign} ${name === '' ? '' : `${name} `}${decimal(threshold, digits)}`;
}

/**
 * Returns a length of time for people, in one unit: `30 s`, `5 min`, `2 h`.
 * @param seconds at least 0.
 */
export function durationInWords(seconds: number): string {
	if (seconds < 100) return `${Math.round(seconds * 10) / 10} s`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

/**
 * Returns how far screened sources are from the exact ones at most: `within 0.00066`. Every part of the product uses these words.
 * The bound is rounded up to two digits, so that the statement stays true. The result is `null` if the sources are exact (a bound of 0).
 */
export function withinBound(errorBound: number): string | null {
	if (errorBound === 0) return null;
	return `within ${roundedUp(errorBound, 2)}`;
}

/** Returns an amount of memory for people: `1,200 MiB`, rounded up. Memory limits use the same unit. */
export function mebibytes(bytes: number): string {
	return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}

/**
 * Returns what ε means for a person: `at most 21 times more or less likely`. It follows words such as 'One document can make an
 * answer'.
 * The factor is e^ε, rounded up, so that the statement stays true. From a million on, it is `more than a million times`.
 */
export function oddsInWords(epsilon: number): string {
	const factor = Math.exp(epsilon);
	const rounded = roundedUp(factor, factor < 10 ? 2 : 1 + Math.floor(Math.log10(factor)));
	const times = factor >= 1e6 ? 'more than a million times' : `at most ${rounded.toLocaleString('en')} times`;
	return `${times} more or less likely`;
}

/**
 * Returns ε in few digits: `3`, `0.124`, `38.3`. It has three digits, and more if it is 100 or larger.
 * @param way `up` for what is promised or paid, `down` for what is left.
 */
export function epsilonInWords(epsilon: number, way: 'up' | 'down' = 'up'): string {
	if (epsilon !== 0 && epsilon < 0.0005) return withDigits(epsilon, 2, way).toExponential();
	return String(atDecimals(epsilon, epsilon >= 100 ? 0 : epsilon >= 10 ? 1 : epsilon >= 1 ? 2 : 3, way));
}

/**
 * Returns δ in three digits: `1e-5`, `0.0021`.
 * @param way As for `epsilonInWords`.
 */
export function deltaInWords(delta: number, way: 'up' | 'down' = 'up'): string {
	const rounded = withDigits(delta, 3, way);
	return rounded !== 0 && rounded < 0.001 ? rounded.toExponential() : String(rounded);
}

/** Returns ε and δ of a promise: `ε = 3, δ = 1e-5`. */
export function epsilonAndDelta(epsilon: number, delta: number): string {
	return `ε = ${epsilonInWords(epsilon)}, δ = ${deltaInWords(delta)}`;
}

/** Returns a small probability in words: `1 in 100,000`. It is rounded so that the promise stays true. */
export function chanceInWords(probability: number): string {
	const { figures, exponent } = decimalOf(probability);
	// A chance of figures · 10^exponent is at most one in the whole part of its inverse.
	return `1 in ${Number(10n ** BigInt(Math.max(0, -exponent)) / (figures * 10n ** BigInt(Math.max(0, exponent)))).toLocaleString('en')}`;
}

/**
 * Returns a number of at least 0 with at most so many significant digits, and never a smaller one: what a promise costs or allows is never made smaller by how it is
 * written. The number is taken for the decimal that it is written as (0.1, and not the double beside it), so a number of few digits stays as it is.
 */
export function roundedUp(value: number, digits: number): number {
	return withDigits(value, digits, 'up');
}

/** Returns a number as `roundedUp` does, and never a larger one: what is left is never made more by how it is written. */
export function roundedDown(value: number, digits: number): number {
	return withDigits(value, digits, 'down');
}

function withDigits(value: number, digits: number, way: 'up' | 'down'): number {
	return withoutLast(value, ({ figures }) => figures.toString().length - digits, way);
}

/**
 * Returns a number of at least 0 with at most so many decimals. What a sum of doubles is off does not count.
 * @param way `up` for what is promised or paid, `down` for what is left.
 */
export function atDecimals(value: number, decimals: number, way: 'up' | 'down'): number {
	return withoutLast(Number(value.toPrecision(12)), ({ exponent }) => -exponent - decimals, way);
}

/** Returns what is left of an amount that is counted in units of 10^−`decimals`, at least 0. What a subtraction of doubles leaves behind is nothing that is left. */
export function leftOf(all: number, spent: number, decimals: number): number {
	return Math.max(0, Number((all - spent).toFixed(decimals)));
}

/** A positive number without its last figures, so many of them. */
function withoutLast(value: number, excessOf: (decimal: Decimal) => number, way: 'up' | 'down'): number {
	if (!(value > 0 && value < Infinity)) return value;
	const { figures, exponent } = decimalOf(value);
	const excess = excessOf({ figures, exponent });
	if (excess <= 0) return value;
	const unit = 10n ** BigInt(excess);
	return Number(`${(figures + (way === 'up' ? unit - 1n : 0n)) / unit}e${exponent + excess}`);
}

/** `figures · 10^exponent`. */
interface Decimal {
	readonly figures: bigint;
	readonly exponent: number;
}

/** The shortest decimal of a positive number. */
function decimalOf(value: number): Decimal {
	const [mantissa = '', power = ''] = value.toExponential().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return { figures: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/**
 * Returns a probability (0 to 1) as a percentage, in the form that every part of the product uses.
 * It has at most 3 significant digits. Below 0.1% it is `<0.1%`, because nobody compares such small figures.
 */
export function percentOf(probability: number): string {
	const share = probability * 100;
	return share < 0.1 ? '<0.1%' : `${Number(share.toPrecision(3))}%`;
}

/** Returns a probability (0 to 1) as a percentage to read in passing: `98%`, `3.4%`, `0.5%`, `<0.1%`. It has at most 2 significant digits. */
export function roughPercentOf(probability: number): string {
	const share = probability * 100;
	return share < 0.1 ? '<0.1%' : `${Number(share < 1 ? share.toFixed(1) : share.toPrecision(2))}%`;
}
