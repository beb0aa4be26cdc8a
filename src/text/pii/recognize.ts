import { normalizedValue } from '../normalized-value.ts';

/** A personal value in a text: UTF-16 offsets `[start, end)`; `type` is one of `piiTypes` of `src/formats/review.ts`. */
interface Found {
	start: number;
	end: number;
	type: 'name' | 'dob' | 'email' | 'phone' | 'account-number' | 'address';
	normalized: string;
	by: string;
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const rules: readonly { readonly type: Found['type']; readonly by: string; readonly pattern: RegExp }[] = [
	{ type: 'email', by: 'e-mail address', pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
	{ type: 'phone', by: 'groups of digits', pattern: /\+?\d{2,4}(?:[ -]\d{3,4}){2,3}\b/g },
	{ type: 'account-number', by: 'a long number', pattern: /\b\d{8,20}\b/g },
	{ type: 'dob', by: 'a date', pattern: new RegExp(`\\b\\d{1,2} (?:${months}) \\d{4}\\b`, 'g') },
	{ type: 'address', by: 'a house number and a street', pattern: /\b\d{1,4} (?:[A-Z]\w+ )+(?:Street|Lane|Road|Drive|Avenue|Way)\b/g },
	{ type: 'name', by: 'capitalized words', pattern: /(?<![.!?] )(?<!^)\b[A-Z][a-z]+ [A-Z][a-z]{2,}\b/gm },
];

/** Personal values in a text, in order, none overlapping another. */
export function recognizePii(text: string, _options: object = {}): Found[] {
	const all = rules.flatMap(({ type, by, pattern }, rank) =>
		Array.from(text.matchAll(pattern), (match) => ({
			rank,
			found: { start: match.index, end: match.index + match[0].length, type, normalized: normalizedValue(match[0]), by },
		})),
	);
	const taken: Found[] = [];
	for (const { found } of all.toSorted((a, b) => a.rank - b.rank))
		if (taken.every((one) => one.end <= found.start || one.start >= found.end)) taken.push(found);
	return taken.toSorted((a, b) => a.start - b.start);
}
