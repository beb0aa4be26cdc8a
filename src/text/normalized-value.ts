/** Scripts that write words without spaces between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const sign = /[\p{L}\p{N}]/u;

/** What stands for a value that was taken out, such as `[NAME 1]`: no word of it is a value. */
const placeholder = /\[[A-Z][A-Z -]*(?: \d+)?\]/g;

/** A value as it is compared with others: case, accents, spaces and punctuation aside. */
export function normalizedValue(text: string): string {
	return spelled(text).signs;
}

/**
 * Where a value stands in a text, in whatever case, spacing and punctuation, as whole words: UTF-16 offsets `[start, end)`, in order. Placeholders
 * are no part of any value, and none goes across one.
 * @param value normalized
 */
export function occurrencesOf(value: string, text: string): { start: number; end: number }[] {
	if (value === '') return [];
	const { signs, starts, ends } = spelled(text);
	const found: { start: number; end: number }[] = [];
	for (let at = signs.indexOf(value); at !== -1; ) {
		const [start, end] = [starts[at]!, ends[at + value.length - 1]!];
		// A sign may be written as several, such as a ligature: it is taken whole or not at all.
		const isWhole = starts[at - 1] !== start && ends[at + value.length] !== end;
		const isWord =
			isWhole &&
			!areOneWord(lastOf(text.slice(0, start)), firstOf(text.slice(start))) &&
			!areOneWord(lastOf(text.slice(0, end)), firstOf(text.slice(end)));
		if (isWord) found.push({ start, end });
		at = signs.indexOf(value, isWord ? at + value.length : at + 1);
	}
	return found;
}

/** The letters and digits of a text, and where each stands; a placeholder is one sign that no value has. */
function spelled(text: string): { signs: string; starts: number[]; ends: number[] } {
	let signs = '';
	const starts: number[] = [];
	const ends: number[] = [];
	const push = (written: string, start: number, end: number): void => {
		signs += written;
		for (let unit = 0; unit < written.length; unit++) {
			starts.push(start);
			ends.push(end);
		}
	};
	const barriers = new Map(Array.from(text.matchAll(placeholder), (match) => [match.index, match.index + match[0].length]));
	for (let at = 0; at < text.length; ) {
		const behind = barriers.get(at);
		if (behind !== undefined) {
			push('\u0000', at, behind);
			at = behind;
			continue;
		}
		const one = String.fromCodePoint(text.codePointAt(at)!);
		const plain = Array.from(one.normalize('NFKD').toLowerCase().normalize('NFKD'))
			.filter((part) => sign.test(part))
			.join('');
		push(plain, at, at + one.length);
		at += one.length;
	}
	return { signs, starts, ends };
}

function areOneWord(before: string, after: string): boolean {
	return sign.test(before) && sign.test(after) && !unspaced.test(before) && !unspaced.test(after);
}

/** The last sign of a text, without the accents that stand behind it. */
function lastOf(text: string): string {
	return Array.from(text.slice(-8)).findLast((one) => !/\p{M}/u.test(one)) ?? '';
}

function firstOf(text: string): string {
	return Array.from(text.slice(0, 2))[0] ?? '';
}
