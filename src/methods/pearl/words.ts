/** A word of a text: UTF-16 offsets `[start, end)`. */
export interface Word {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Letters and digits, with signs that stand within a word: `36.7`, `note-1`, `ann@mail.example`, `client’s`. */
const word = /[\p{L}\p{N}\p{M}]+(?:['’._@/+:-][\p{L}\p{N}\p{M}]+)*/gu;

/** Words of a text in their order. */
export function wordsOf(text: string): Word[] {
	return Array.from(text.matchAll(word), (match) => ({ start: match.index, end: match.index + match[0].length, text: match[0] }));
}

/** A word as it is compared with others: case, possessive and a plain plural aside. English; a word of another language loses nothing by it. */
export function stem(text: string): string {
	const lower = text.toLowerCase().replace(/['’]s?$/u, '');
	return /[^aeious]s$/.test(lower) && lower.length > 3 ? lower.slice(0, -1) : lower;
}

/**
 * Words that carry no fact, with those that only say that something is said. A public list: what is one fact is decided by it, so no word
 * may come into it because of what documents say. Words that turn a statement around (`not`, `no`, `may`, `only`) are none of it.
 */
const stopWords: ReadonlySet<string> = new Set(
	(
		'a an the this that these those there here it its he she they them their his her him we us our you your i me my who whom whose which what when where why how ' +
		'is are was were be been being am do does did done has have had having will would shall should can could ' +
		'of in on at by for from to into with within as than then and or if so also too about after before during under over between ' +
		'usual usually typical typically common commonly normal normally generally general ordinarily mostly most often ' +
		'given give gives use used uses using state stated states say said says name named names call called mention mentioned list listed record recorded ' +
		'document documents note notes file files text passage context according answer question case cases people person client clients patient patients someone somebody anyone ' +
		'please tell show look find get please up'
	).split(' '),
);

/** Whether a word carries no fact. */
export function isStopWord(text: string): boolean {
	return stopWords.has(text.toLowerCase());
}

const turning =
	/^(?:no|not|never|none|neither|nor|nothing|nobody|without|unknown|unclear|unlikely|except|instead|only|maybe|perhaps|may|might|possibly|cannot|\w+n['’]t)$/i;

/** Whether a word turns a statement around or weakens it. */
export function turnsAround(text: string): boolean {
	return turning.test(text);
}
