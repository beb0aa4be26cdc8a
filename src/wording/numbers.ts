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
	const unit = 10 ** (Math.floor(Math.log10(errorBound)) - 1);
	// The division's rounding error must not cause an extra step.
	const steps = Math.ceil((errorBound / unit) * (1 - 1e-12));
	return `within ${Number((steps * unit).toPrecision(2))}`;
}

/** Returns an amount of memory for people: `1,200 MiB`, rounded up. Memory limits use the same unit. */
export function mebibytes(bytes: number): string {
	return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}

/**
 * Returns what ε means for a person: `at most 21 times as likely, or as unlikely`. It follows words such as 'One document can make an
 * answer'.
 * The factor is e^ε, rounded up, so that the statement stays true. From a million on, it is `more than a million times`.
 */
export function oddsInWords(epsilon: number): string {
	const factor = Math.exp(epsilon);
	const rounded = factor < 10 ? Math.ceil(factor * 10 - 1e-9) / 10 : Math.ceil(factor - 1e-9);
	const times = factor >= 1e6 ? 'more than a million times' : `at most ${rounded.toLocaleString('en')} times`;
	return `${times} as likely, or as unlikely`;
}

/** Returns a small probability in words: `1 in 100,000`. It is rounded so that the promise stays true. */
export function chanceInWords(probability: number): string {
	// The division's rounding error must not make the number one smaller.
	return `1 in ${Math.floor((1 / probability) * (1 + 1e-12)).toLocaleString('en')}`;
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
