import type { GivenIndex } from './given-index.ts';
import type { Amount } from './values.ts';

/*
 * How many items a list of a context has: 'fourteen people attended', where the contexts name them.
 */

/** Numbers up to twelve are no claim, and as many commas stand in many a sentence; nobody counts longer lists. */
const fewestItems = 13;
const mostItems = 500;
/** Words of an item at most, where commas divide a list. */
const longestItem = 8;
const listItem = /^[ \t>]*(?:[-*+•]|\d{1,3}[.)])[ \t]+\S/u;
const tableRow = /^[ \t>]*\|.*\|[ \t]*$/u;
const tableRule = /^[ \t>|:-]+$/u;
const made = new WeakMap<GivenIndex, ReadonlySet<number>>();

/** Returns whether a number is the number of items of a list of a context: between commas, in lines with marks or numbers, or in rows of a table. */
export function isListCount({ readings, units, hedge }: Amount, index: GivenIndex): boolean {
	const value = readings[0]?.value;
	if (value === undefined || units.length > 0 || hedge !== null || value < fewestItems || value > mostItems) return false;
	let counts = made.get(index);
	if (counts === undefined) {
		counts = new Set(index.texts.flatMap(({ plain, given }) => (given.context === null ? [] : countsOf(plain))));
		made.set(index, counts);
	}
	return counts.has(value);
}

function countsOf(plain: string): number[] {
	const counts: number[] = [];
	let [items, rows] = [0, 0];
	for (const line of [...plain.split('\n'), '']) {
		if (listItem.test(line)) items++;
		else if (line.trim() !== '' || items === 0) {
			counts.push(items);
			items = 0;
		}
		if (tableRow.test(line)) rows += tableRule.test(line) ? 0 : 1;
		else {
			// Without the head.
			counts.push(rows - 1);
			rows = 0;
		}
		for (const run of line.split(/[:.!?](?=\s|$)|：|。/u)) counts.push(itemsBetweenCommas(run));
	}
	return [...counts, items].filter((count) => count >= fewestItems);
}

/** Returns the number of short items that commas divide, with *and* before the last. 0 if one of them is long. */
function itemsBetweenCommas(run: string): number {
	const parts = run
		.split(/[,;、，；]/u)
		.map((part) => part.trim())
		.filter((part) => part !== '');
	if (parts.length < 2 || parts.some((part) => part.split(/\s+/u).length > longestItem)) return 0;
	const last = /\S(?:^|\s)(?:and|und|et|y|e|&)\s+\S/iu.test(parts.at(-1)!) ? 1 : 0;
	return parts.length + last;
}
