/** A personal value in a text. Stand-in until the recognizers are here: mail addresses, phone numbers and dates. */
export interface PiiMatch {
	readonly start: number;
	readonly end: number;
	readonly type: 'email' | 'phone' | 'dob';
	readonly normalized: string;
	readonly by: string;
}

const rules: readonly (readonly [PiiMatch['type'], RegExp])[] = [
	['email', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
	['phone', /\b0\d{2} \d{4} \d{4}\b/g],
	['dob', /\b\d{1,2} [A-Z][a-z]+ (?:19|20)\d{2}\b/g],
];

export function recognizePii(text: string, _options: object): PiiMatch[] {
	return rules.flatMap(([type, rule]) =>
		Array.from(text.matchAll(rule), (match) => ({
			start: match.index,
			end: match.index + match[0].length,
			type,
			normalized: match[0].toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
			by: 'stand-in',
		})),
	);
}
