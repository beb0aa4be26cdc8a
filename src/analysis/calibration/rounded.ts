/** To nine decimals, so that the last bits of a machine's arithmetic do not show. */
export function rounded(value: number): number {
	return Math.round(value * 1e9) / 1e9;
}
