import { randomUUID } from 'node:crypto';
import { WriteStream } from 'node:tty';

/** Bits of color: none, the 16 of every terminal, 256, or all. */
export type ColorDepth = 1 | 4 | 8 | 24;

/** Colors of `stream` under `NO_COLOR`, `FORCE_COLOR`, `TERM` and the rest, by Node's own rules; a pipe has none unless forced. */
export function colorDepth(stream: { readonly isTTY?: boolean | undefined }, env: NodeJS.ProcessEnv): ColorDepth {
	if (stream.isTTY !== true && env['FORCE_COLOR'] === undefined) return 1;
	const depth = WriteStream.prototype.getColorDepth(env);
	return depth === 24 || depth === 8 || depth === 4 ? depth : 1;
}

/**
 * Stands before the codes of a color of ours until the text is written (`terminalText`). Known to this process alone: no text of a file can
 * hold it, so that an escape sequence which is not behind it was not made here.
 */
export const ownColor = `\u001b${randomUUID()}`;

/** Puts a text between color codes (SGR), for `terminalText`. At depth 1, returns the text unchanged. */
export function paint(depth: ColorDepth, codes: string, text: string): string {
	return depth === 1 || codes === '' || text === '' ? text : `${ownColor}${codes}m${text}${ownColor}0m`;
}

export const bold = '1';
export const dim = '2';
export const underline = '4';
export const red = '31';
export const yellow = '33';
export const green = '32';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Mixes two colors: share 0 is `a`, share 1 is `b`. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
	const at = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
	return [at(0), at(1), at(2)];
}

/** Nearest entry of the 6 × 6 × 6 cube of the 256 colors. */
function cubeIndex([r, g, b]: Rgb): number {
	const levels = [0, 95, 135, 175, 215, 255];
	const nearest = (value: number) =>
		levels.reduce((best, level, i) => (Math.abs(level - value) < Math.abs(levels[best]! - value) ? i : best), 0);
	return 16 + 36 * nearest(r) + 6 * nearest(g) + nearest(b);
}

/** Codes for a foreground or a background, at 8 or 24 bits. */
export function rgbCodes(depth: 8 | 24, layer: 'text' | 'background', color: Rgb): string {
	const start = layer === 'text' ? 38 : 48;
	return depth === 24 ? `${start};2;${color.join(';')}` : `${start};5;${cubeIndex(color)}`;
}
