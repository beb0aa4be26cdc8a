const nouns: readonly (readonly [RegExp, string])[] = [
	[/phone|cell|mobile|call|(?<!account )number/i, 'phone number'],
	[/address|street|live|home|house/i, 'home address'],
	[/e-?mail/i, 'e-mail address'],
	[/birth|born/i, 'date of birth'],
	[/account|bank|iban/i, 'account number'],
];

/** The personal data that a request names in so many words. */
export function wantedNouns(request: string): string[] {
	return nouns.filter(([pattern]) => pattern.test(request)).map(([, noun]) => noun);
}
