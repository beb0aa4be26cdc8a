/** How panels write numbers and texts that others wrote. */

export { decimal } from '../../src/wording/numbers.ts';

/** A share in per cent, with the sign of minus: `−1.2%`. */
export function percent(value: number, decimals = 1): string {
	return withMinus(`${(value * 100).toFixed(decimals)}%`);
}

/** A written number with the sign of minus; nothing has none. */
export function withMinus(text: string): string {
	return /^-0[.0]*(%)?$/.test(text) ? text.slice(1) : text.replaceAll('-', '−');
}

/** A text in which everything can be seen, line ends and controls too; nothing in it can turn the line around. */
export function visible(text: string): string {
	const shown = text
		.replaceAll('\r', '')
		.replaceAll('\n', '↵')
		.replaceAll('\t', '⇥')
		.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
	return shown === '' ? '(empty)' : shown;
}

/** A number as a person may write it: with a comma, or the sign of minus. Undefined for anything else. */
export function readNumber(text: string): number | undefined {
	const plain = text
		.trim()
		.replace('−', '-')
		.replace(/^(-?\d*),(\d+)$/, '$1.$2');
	const value = plain === '' ? Number.NaN : Number(plain);
	return Number.isFinite(value) ? value : undefined;
}
