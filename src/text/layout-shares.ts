/** How a text is laid out, each a share of 0 to 1. */
export interface LayoutShares {
	/** Of its lines that are not blank. */
	readonly bullets: number;
	readonly keyValue: number;
	readonly tableRows: number;
	/** Of its characters. */
	readonly digits: number;
}

const bullet = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/;
const keyValue = /^\s*(?:[-*•–]\s+)?[\p{L}\p{N}][\p{L}\p{N} _/().-]{0,40}\s*(?::|=)\s+\S/u;
const tableRow = /^[^|\n]*\|[^|\n]*\|/;

/** All 0 for a blank text. */
export function layoutShares(text: string): LayoutShares {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / Math.max(lines.length, 1);
	return {
		bullets: share(bullet),
		keyValue: share(keyValue),
		tableRows: share(tableRow),
		digits: (text.match(/\p{Nd}/gu)?.length ?? 0) / Math.max(text.length, 1),
	};
}
