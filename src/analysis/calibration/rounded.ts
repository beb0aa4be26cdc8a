/** To nine decimals, so that the last bits of a machine's arithmetic do not show. */
export function rounded(value: number): number {
	return Math.round(value * 1e9) / 1e9;
}

/** To nine decimals, never up: a score that gave a threshold must not fall below it. */
export function roundedDown(value: number): number {
	return Math.floor(value * 1e9) / 1e9;
}
