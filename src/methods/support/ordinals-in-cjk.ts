import type { Unit } from './units.ts';

/** What ordinal numbers name in Chinese and Japanese. Signs of a group mean the same. Steps and points of a list are none: answers number their own. */
const groups = [
	'名位',
	'条條',
	'届屆',
	'回',
	'层層楼樓',
	'期',
	'号號',
	'季',
	'轮輪',
	'集',
	'卷',
	'版',
	'代',
	'展',
	'会',
	'病',
	'教',
	'章',
	'页頁',
];
const groupOf: ReadonlyMap<string, string> = new Map(
	groups.flatMap((group) => Array.from(group, (sign) => [sign, group.charAt(0)] as const)),
);

/** Those that begin a longer word: '第3展厅'. */
const begun = /[展会病教]/u;

/**
 * Returns what a number is of that stands behind 第, and where the word for it ends: '第5名' is a rank, '第3条' an article. `undefined` for other numbers,
 * and for '第一步'.
 */
export function ordinalUnitAt(plain: string, start: number, end: number): { readonly unit: Unit; readonly end: number } | undefined {
	if (plain.charAt(start - 1) !== '第') return undefined;
	const group = groupOf.get(plain.charAt(end));
	if (group === undefined) return undefined;
	return { unit: { measure: `${ordinalMeasure} ${group}`, factor: 1, offset: 0 }, end: begun.test(group) ? end : end + 1 };
}

/** How the measures of ordinal numbers begin. */
export const ordinalMeasure = 'ordinal';
