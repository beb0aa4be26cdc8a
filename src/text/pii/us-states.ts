/** The fifty states and the District of Columbia by their postal letters. */
const states: Readonly<Record<string, string>> = {
	AL: 'Alabama',
	AK: 'Alaska',
	AZ: 'Arizona',
	AR: 'Arkansas',
	CA: 'California',
	CO: 'Colorado',
	CT: 'Connecticut',
	DE: 'Delaware',
	DC: 'District of Columbia',
	FL: 'Florida',
	GA: 'Georgia',
	HI: 'Hawaii',
	ID: 'Idaho',
	IL: 'Illinois',
	IN: 'Indiana',
	IA: 'Iowa',
	KS: 'Kansas',
	KY: 'Kentucky',
	LA: 'Louisiana',
	ME: 'Maine',
	MD: 'Maryland',
	MA: 'Massachusetts',
	MI: 'Michigan',
	MN: 'Minnesota',
	MS: 'Mississippi',
	MO: 'Missouri',
	MT: 'Montana',
	NE: 'Nebraska',
	NV: 'Nevada',
	NH: 'New Hampshire',
	NJ: 'New Jersey',
	NM: 'New Mexico',
	NY: 'New York',
	NC: 'North Carolina',
	ND: 'North Dakota',
	OH: 'Ohio',
	OK: 'Oklahoma',
	OR: 'Oregon',
	PA: 'Pennsylvania',
	RI: 'Rhode Island',
	SC: 'South Carolina',
	SD: 'South Dakota',
	TN: 'Tennessee',
	TX: 'Texas',
	UT: 'Utah',
	VT: 'Vermont',
	VA: 'Virginia',
	WA: 'Washington',
	WV: 'West Virginia',
	WI: 'Wisconsin',
	WY: 'Wyoming',
};
const lettersByName: ReadonlyMap<string, string> = new Map(
	Object.entries(states).map(([letters, name]) => [name.toLowerCase(), letters.toLowerCase()]),
);

/** Longer names first, so that West Virginia is not Virginia. */
export const stateName = `(?:${Object.values(states)
	.toSorted((a, b) => b.length - a.length)
	.join('|')})`;
export const stateLetters = `(?:${Object.keys(states).join('|')}|D\\.C\\.)`;

/** Postal letters in small letters, for a state by name or letters; `undefined` for what is none. */
export function stateOf(value: string): string | undefined {
	const plain = value.trim().toLowerCase().replaceAll('.', '').replace(/\s+/gu, ' ');
	return lettersByName.get(plain) ?? (Object.hasOwn(states, plain.toUpperCase()) ? plain : undefined);
}
