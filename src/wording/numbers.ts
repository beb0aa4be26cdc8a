/** An amount of bytes in words, by powers of ten as disks and downloads are counted: `4.3 GB`, `135 MB`. */
export function bytesInWords(bytes: number): string {
	const [size, unit] = bytes >= 999.5e6 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
	return `${size >= 9.95 ? Math.round(size).toLocaleString('en') : size.toFixed(1)} ${unit}`;
}

/** A number with so many decimals and a real sign of minus, which no zero has: `−0.31`. */
export function decimal(value: number, digits = 2): string {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '\u2212');
}

/**
 * A score beside a threshold, with as many decimals as it takes to tell the two apart: `0.921 > 0.920`.
 * @param name what the threshold is called, where that is to be said: `3.21 < τ 6.50`.
 */
export function compared(score: number, threshold: number, name = ''): string {
	const sign = score > threshold ? '>' : score < threshold ? '<' : '=';
	const digits = sign === '=' ? 2 : ([2, 3, 4, 6, 9].find((n) => score.toFixed(n) !== threshold.toFixed(n)) ?? 12);
	return `${decimal(score, digits)} ${sign} ${name === '' ? '' : `${name} `}${decimal(threshold, digits)}`;
}

/** A length of time for people, in one unit: `30 s`, `5 min`, `2 h`. @param seconds at least 0. */
export function durationInWords(seconds: number): string {
	if (seconds < 100) return `${Math.round(seconds * 10) / 10} s`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

/**
 * How far screened sources are from the exact ones at most, as every part of the product says it: `within 0.00066`, rounded up to two
 * digits, so that it stays true. `null` for exact ones (a bound of 0), of which nothing is said.
 */
export function withinBound(errorBound: number): string | null {
	if (errorBound === 0) return null;
	const unit = 10 ** (Math.floor(Math.log10(errorBound)) - 1);
	// What a division rounds is no reason for a step more.
	const steps = Math.ceil((errorBound / unit) * (1 - 1e-12));
	return `within ${Number((steps * unit).toPrecision(2))}`;
}

/** An amount of memory for people, as memory limits are given: `1,200 MiB`, rounded up. */
export function mebibytes(bytes: number): string {
	return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}

/**
 * What ε means for somebody: `at most 21 times as likely, or as unlikely`, after words such as 'One document can make an answer'. The factor is
 * e^ε, rounded up, so that it stays true.
 */
export function oddsInWords(epsilon: number): string {
	const factor = Math.exp(epsilon);
	const rounded = factor < 10 ? Math.ceil(factor * 10 - 1e-9) / 10 : Math.ceil(factor - 1e-9);
	const times = factor >= 1e6 ? 'more than a million times' : `at most ${rounded.toLocaleString('en')} times`;
	return `${times} as likely, or as unlikely`;
}

/** A small probability: `1 in 100,000`; rounded so that what it promises stays true. */
export function chanceInWords(probability: number): string {
	// What a division rounds is no reason for one less.
	return `1 in ${Math.floor((1 / probability) * (1 + 1e-12)).toLocaleString('en')}`;
}

/**
 * A probability (0 to 1) in per cent as every part of the product writes it: at most 3 significant digits, and no figure
 * below 0.1%, where nobody compares any more.
 */
export function percentOf(probability: number): string {
	const share = probability * 100;
	return share < 0.1 ? '<0.1%' : `${Number(share.toPrecision(3))}%`;
}
