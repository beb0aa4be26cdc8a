/** A number with so many decimals and a real sign of minus, which no zero has: `−0.31`. */
export function decimal(value: number, digits = 2): string {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '\u2212');
}
