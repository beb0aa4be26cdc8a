/** How panels write numbers and texts that others wrote. */

export { decimal } from '../../src/wording/numbers.ts';

/** Returns a share as a percentage with a minus sign: `−1.2%`. */
export function percent(value: number, decimals = 1): string {
	return withMinus(`${(value * 100).toFixed(decimals)}%`);
}

/** Returns a written number with a minus sign in place of a hyphen. */
export function withMinus(text: string): string {
	return /^-0[.0]*(%)?$/.test(text) ? text.slice(1) : text.replaceAll('-', '−');
}

/**
 * Returns a text in which everything is visible, also line ends and control characters. Nothing in it can reverse the direction of the line.
 */
export function visible(text: string): string {
	const shown = text
		.replaceAll('\r', '')
		.replaceAll('\n', '↵')
		.replaceAll('\t', '⇥')
		.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
	return shown === '' ? '(empty)' : shown;
}

/** Reads a number as a person may write it, with a decimal comma or a minus sign. `undefined`: it is not a number. */
export function readNumber(text: string): number | undefined {
	const plain = text
		.trim()
		.replace('−', '-')
		.replace(/^(-?\d*),(\d+)$/, '$1.$2');
	const value = plain === '' ? Number.NaN : Number(plain);
	return Number.isFinite(value) ? value : undefined;
}
