import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenSigns } from './given-signs.ts';
import type { AnswerSentence } from './rivals.ts';
import { signsOf } from './values-at-digits.ts';

const group = /[\p{Script=Latin}\p{N}]+|\p{L}+/gu;
/** Between two groups of one identifier. */
const isJoined = /^[ ./_-]$/u;
/** Fewer signs stand together by chance. */
const fewestSigns = 5;
/** Groups of one identifier on either side of a value: an account number has fewer, and a list of numbers has many more. */
const mostGroups = 8;
/** Letters of a group without digits: longer ones are words. */
const mostLetters = 4;

/**
 * Returns whether a value is given in groups that are cut otherwise: 'DE89 3704 0044' for 'DE8937040044', 'LH 454' for 'LH0454', '3-5-12' for the
 * numbers of an address in other marks.
 */
export function isGivenApart(value: TextRange, { plain, start, end }: AnswerSentence, signs: GivenSigns): boolean {
	const groups = Array.from(plain.slice(start, end).matchAll(group), ({ index, 0: written }) => ({ at: start + index, written }));
	const first = groups.findIndex(({ at, written }) => at + written.length > value.start);
	if (first === -1 || groups[first]!.at >= value.end) return false;
	let last = first;
	while (last + 1 < groups.length && groups[last + 1]!.at < value.end) last++;
	const numbers = groups.slice(first, last + 1).map(({ written }) => written);
	if (numbers.length >= 3 && numbers.every((written) => /^\d{1,4}$/u.test(written)) && signs.hasNumbersInOrder(numbers)) return true;
	let [from, to] = [first, last];
	const joins = (left: number): boolean => {
		const [a, b] = [groups[left]!, groups[left + 1]!];
		return isJoined.test(plain.slice(a.at + a.written.length, b.at));
	};
	const isPart = ({ written }: { readonly written: string }): boolean => /\d/u.test(written) || written.length <= mostLetters;
	while (from > 0 && first - from < mostGroups && joins(from - 1) && isPart(groups[from - 1]!) && /\d/u.test(groups[from]!.written)) from--;
	while (to + 1 < groups.length && to - last < mostGroups && joins(to) && isPart(groups[to + 1]!) && /\d/u.test(groups[to + 1]!.written))
		to++;
	for (let left = from; left <= first; left++)
		for (let right = to; right >= last; right--) {
			if (left === right) continue;
			const run = signsOf(
				groups
					.slice(left, right + 1)
					.map(({ written }) => written)
					.join(''),
			);
			if (run.length >= fewestSigns && (/\p{L}/u.test(run) || run.length >= 8) && signs.hasPadded(run)) return true;
		}
	return false;
}
