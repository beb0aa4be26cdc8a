import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before } from './cues.ts';

const kind =
	'(?:Street|St|Road|Rd|Avenue|Ave|Av|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Square|Sq|Parkway|Pkwy|Highway|Hwy|Row|Close|Crescent|Cres|Trail|Trl|Alley|Gardens|Grove|Mews|Hill|Loop|Run|Pike|Turnpike|Path|Walk|Crossing|Quay|Point|Plaza|Ridge|Bend|Cove|Heights|Green|Wharf|Hollow)';
const word = String.raw`(?:\p{Lu}[\p{L}\p{M}'’.-]{0,30}|\d{1,3}(?:st|nd|rd|th))`;
const number = String.raw`\d{1,5}(?:[-/]\d{1,4})?(?:\s?[A-Ga-g]|\s1/2|½)?`;
const unit = String.raw`(?:,?\s(?:Apt|Apartment|Unit|Suite|Ste|Flat|Fl|Floor|Rm|Room|Lot|No|#)\.?\s?#?[A-Za-z]?-?\d{0,4}[A-Za-z]?(?![\p{L}\d]))`;
const direction = String.raw`(?:(?:[NSEW]|NE|NW|SE|SW)\.?|North|South|East|West)`;

const patterns: readonly (readonly [RegExp, string])[] = [
	[
		new RegExp(
			String.raw`(?<![\p{L}\d.,:/$€£#-])${number},?\s(?:${direction}\s)?(?:${word}\s){1,4}${kind}(?!\p{L})(?:\.(?=,|\s(?:Apt|Unit|Suite|#|[NSEW])|\s?$|\s\p{Ll}))?(?:\s${direction}(?![\p{L}]))?${unit}?`,
			'gu',
		),
		'street and number',
	],
	[
		new RegExp(
			String.raw`(?<![\p{L}\d.,:/$€£#-])${number}\s(?:${direction}\s)?(?:Broadway|Avenue\s(?:of\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?|[A-Z](?!\p{L}))|(?:County|State)\s(?:Road|Route|Highway)\s\d{1,4}|(?:Highway|Route|Hwy|Rte)\.?\s\d{1,4})(?!\p{L})${unit}?`,
			'gu',
		),
		'street and number',
	],
	[
		/(?<!\p{L})\d{1,4}(?:\s(?:bis|ter))?,?\s(?:rue|avenue|boulevard|place|impasse|allée|quai|chemin)\s(?:\p{L}['’]|(?:de|du|des|la|le|les|l['’])\s?)*(?:la\s)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,2}/gu,
		'street and number',
	],
	[
		/(?<!\p{L})\p{Lu}\p{L}{1,30}(?:straße|strasse|str\.|weg|gasse|allee|platz|ring|straat|laan|gracht|gatan|vägen|gata|vej|gade|veien)\s\d{1,4}(?:\s?[a-h])?(?![\p{L}\d])/gu,
		'street and number',
	],
	[
		/(?<!\p{L})(?:Via|Calle|Rua|Avenida|Av\.|Plaza|Paseo|Piazza|Corso|Viale|Carrer|Praça|Travessa|Ulica|ul\.)\s(?:(?:de|del|della|dei|da|do|dos|das|la|las|los|di)\s){0,2}\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2},?\s(?:n\.?º?\s?)?\d{1,4}[a-z]?(?![\p{L}\d])/gu,
		'street and number',
	],
	[/(?<!\p{L})P\.?\s?O\.?\sBox\s#?\d{1,6}/giu, 'post office box'],
];
/** 'lives at 14 Windmere': no kind of street is said. */
const livesAt = new RegExp(
	String.raw`\b(?:(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|stay(?:s|ed|ing)|mail(?:ed)?(?: it)? to|deliver(?:ed|y)?(?: it)? to|moved (?:in)?to)\s(?:at\s)?|(?:home|mailing|street|billing|delivery|postal|current)?\s?(?:[Aa]ddress|ADDRESS|[Rr]esidence)(?: on file)?\s?(?:[:=]|is|was|to|as)\s?(?:at\s|to\s)?)(?<v>${number}\s(?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+){0,3}${unit}?)`,
	'gu',
);

const office =
	/\b(?:(?:our|the|new|main|head|branch|corporate|nearest|local) (?:\p{L}+ ){0,2}(?:office|branch|store|headquarters|warehouse|location|lobby|pharmacy|clinic)|headquarters|headquartered|stop by|located)\b[^,;]{0,20}$/iu;

/** Streets with numbers, in the spellings of the US, the UK and some others. Offices' addresses are nobody's. */
export function addresses({ text }: PiiText): Candidate[] {
	const found = patterns.flatMap(([pattern, by]) =>
		Array.from(text.matchAll(pattern)).flatMap(({ index, 0: value }) =>
			office.test(before(text, index)) ? [] : [candidate(index, value, 'address', by, 'cue')],
		),
	);
	const said = Array.from(text.matchAll(livesAt), ({ index, 0: whole, groups }) => {
		const value = groups?.['v'] ?? '';
		return candidate(index + whole.length - value.length, value, 'address', 'lives at', 'cue');
	});
	return [...found, ...said];
}

const cityBehind =
	/^,?\s(?:\p{Lu}[\p{L}\p{M}'’-]{1,30}(?:\s\p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2})(?=[.,;)\n]|\s\d{4,5}\b|$|\s(?:is|was|as|and|for|on|in)\b)/u;

/** Cities behind an address: '12 Oak Street, Dover'. */
export function citiesBehind({ text }: PiiText, found: readonly Candidate[]): Candidate[] {
	return found.flatMap(({ type, end }) => {
		if (type !== 'address') return [];
		const match = cityBehind.exec(text.slice(end, end + 100))?.[0];
		if (match === undefined || !match.startsWith(',')) return [];
		const value = match.slice(1);
		return [candidate(end + 1, value, 'city', 'behind an address', 'cue')];
	});
}
