/** Two decimals as a terminal writes them, with the minus of the keyboard, which no zero has: `-0.31`. */
export function decimal(value: number): string {
	const text = value.toFixed(2);
	return text === '-0.00' ? '0.00' : text;
}
