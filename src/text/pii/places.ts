import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { stateLetters, stateName } from './us-states.ts';

const word = String.raw`\p{Lu}[\p{L}\p{M}'’-]{1,30}`;
const city = String.raw`(?:(?:St|Ft|Mt)\.\s)?${word}(?:\s(?:de|del|la|las|los|upon|on|am|of|the)\s${word}|\s${word}){0,2}`;
/** 'Springfield, IL 62704', 'Salem, Oregon'. */
const withState = new RegExp(String.raw`(?<![\p{L}\d])(?<c>${city}),\s(?<s>${stateLetters}(?![\p{L}\d])|${stateName}(?!\p{L}))`, 'gu');
const beforeZip = new RegExp(String.raw`(?<![\p{L}\d])(?<s>${stateLetters})\s\d{5}(?!\d)`, 'gu');

/** Where somebody is, comes from or lives. */
const living = String.raw`(?:(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing|ent)|reloca(?:tes?|ted|ting)|mov(?:es?|ed|ing)|grew up|raised|born(?: and raised)?|stay(?:s|ed|ing)?|home|house|apartment|based|hometown|settled|dwells|native|originally|hails?|comes?|came|travel(?:s|ed|ing)|commutes?|mother|father|sister|brother|daughter|son|wife|husband|family|parents|address|residence|citizen|flat|condo)(?:\s(?:alone|currently|now|back|with (?:his|her|their) \w+|here|near|outside|out))?\s(?:in|of|from|to|near|outside|at|is|was)(?: is| was)?|(?:hometown|birthplace|place of birth|city(?: of residence)?|town|residence|lives)\s?(?:[:=]|is|was)|(?:he|she|who|i|they|patient|client|caller|claimant|customer|man|woman|resident|tenant|driver|employee)(?:['’]s|['’]m|['’]re| is| was| am| are)?\s(?:from|lives? in))`;
const inCity = new RegExp(
	String.raw`\b(?:${living})\s(?:downtown\s|the city of\s|central\s|greater\s|north\s|south\s|east\s|west\s)?(?<c>${city})`,
	'gu',
);
const inState = new RegExp(
	String.raw`\b(?:${living})\s(?:upstate\s|rural\s|northern\s|southern\s|eastern\s|western\s|the state of\s)?(?<s>${stateName})(?!\p{L}|,\s\p{Lu}{2}\b|\s(?:City|Street|St|Avenue|Road|Hospital|University|Clinic|Medical))`,
	'gu',
);
const nameFrom = new RegExp(
	String.raw`\p{Lu}[\p{L}'’-]+\s(?:of|from)\s(?<c>${city})(?=[,.;]|\s(?:called|reported|wrote|said|is|was|has|asked|and)\b)`,
	'gu',
);
const stateField = new RegExp(String.raw`\b[Ss]tate(?:\s(?:of residence))?\s?[:=]\s?(?<s>${stateLetters}(?!\p{L})|${stateName})`, 'gu');
const cityField = new RegExp(String.raw`\b(?:[Cc]ity|[Tt]own|[Hh]ometown)(?:\s(?:of residence))?\s?[:=]\s?(?<c>${city})`, 'gu');

/** Words with capitals that are no city. */
const noCity =
	/^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|The|This|That|Ward|Room|Unit|Building|Bed|Suite|Floor|I|Dr|Mr|Mrs|Ms|Patient|Client|ER|ICU|Hospital|Clinic|Inc|LLC)\b|\b(?:Hospital|Clinic|Center|Centre|University|Inc|LLC|Bank|College|School|Ward|Department|Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Hall|Church|Home|House|Airport|County|Systems|Group|Labs|Partners|Holdings)\b/u;

/** Cities and states of the US: where an address has them, and where somebody is said to live, be born or come from. */
export function places({ text }: PiiText): Candidate[] {
	const found: Candidate[] = [];
	const add = (match: RegExpExecArray, key: 'c' | 's', sureness: 'cue' | 'checked', by: string): void => {
		const value = match.groups?.[key];
		if (value === undefined) return;
		const named = key === 's' ? value : cityOf(value);
		if (named === '' || (key === 'c' && noCity.test(named))) return;
		const start = match.index + match[0].lastIndexOf(value);
		const type = key === 's' || isState(named) ? 'state' : 'city';
		found.push(candidate(start + value.indexOf(named), named, type, by, sureness));
	};
	for (const match of text.matchAll(withState)) {
		add(match, 'c', 'cue', 'city and state');
		add(match, 's', 'cue', 'city and state');
	}
	for (const match of text.matchAll(beforeZip)) add(match, 's', 'cue', 'ZIP');
	for (const pattern of [inState, stateField]) for (const match of text.matchAll(pattern)) add(match, 's', 'cue', 'state by cue');
	for (const pattern of [inCity, nameFrom, cityField]) for (const match of text.matchAll(pattern)) add(match, 'c', 'cue', 'city by cue');
	return found;
}

const wholeState = new RegExp(`^${stateName}$`, 'u');

function isState(value: string): boolean {
	return wholeState.test(value) && value !== 'New York' && value !== 'Washington';
}

/** Without words that only stand beside it: 'Boston Tuesday', 'Street Springfield'. */
function cityOf(value: string): string {
	return value
		.replace(/(?:\s(?:on|of|the)?\s?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|['’]s?)$/u, '')
		.replace(/^.*\b(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Apt|Unit|Suite|Blvd|Boulevard)\.?\s(?=\p{Lu})/u, '')
		.trim();
}
