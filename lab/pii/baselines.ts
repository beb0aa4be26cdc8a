import type { PiiType } from '../../src/text/pii/pii-types.ts';
import { withoutOverlaps } from '../../src/text/pii/recognize.ts';
import type { MarkedValue } from './marked-text.ts';

/** What a quick script would look for: expressions without checks and without what stands around. */
const expressions: readonly (readonly [PiiType, RegExp])[] = [
	['email', /[\w.+-]+@[\w-]+\.[\w.]+/gu],
	['account-number', /\b(?:[A-Z]{2}\d{2}[ A-Z\d]{11,30}|\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}|\d{8,12})\b/gu],
	['insurance-number', /\b\d{3}-\d{2}-\d{4}\b/gu],
	['record-number', /\b[A-Z]{1,3}-?\d{4,8}\b/gu],
	['phone', /\+?\(?\d{1,4}\)?(?:[ .-]\(?\d{2,4}\)?){2,4}\b/gu],
	['dob', /\b(?:\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4})\b/gu],
	['age', /\b\d{1,3}[- ]years?[- ]old\b/giu],
	['sex', /\b(?:male|female|man|woman)\b/giu],
	['address', /\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}(?:Street|Road|Avenue|Lane|Drive|St|Rd|Ave|Ln|Dr)\b/gu],
	['state', /\b[A-Z]{2}(?= \d{5}\b)/gu],
];

export function byExpressions(text: string): MarkedValue[] {
	return withoutOverlaps(
		expressions.flatMap(([type, pattern]) =>
			Array.from(text.matchAll(pattern), ({ index, 0: value }) => ({
				start: index,
				end: index + value.length,
				type,
				by: 'expression',
				sureness: 'cue' as const,
			})),
		),
	);
}

/** Two or more words with capitals beside each other are a name. */
export function namesByCapitals(text: string): MarkedValue[] {
	return Array.from(text.matchAll(/\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu), ({ index, 0: value }) => ({
		start: index,
		end: index + value.length,
		type: 'name',
	}));
}
