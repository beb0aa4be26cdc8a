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

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Say where, when, from what side and how much beside something: `to Ward 4` is not `from Ward 4`, `over 40 mg` not `40 mg`. */
const relations = listed(
	'from to into onto by within under over above below before after during between about around up than until till since per via',
);
/** What stands before a value and tells what it is of the rest, but hardly more than a word of grammar elsewhere. */
const places = listed('in on at for with');
/** Turn what is into what ought to be, could be, was or is for somebody: by any of them a statement says something else. */
const qualifiers = listed(
	'would shall should can could will must was were had did if or unless then most he she him his her they them their my our me i we us',
);
/**
 * Words of grammar, with those that only say that something is said or that it is usual. A public list: what is one fact is decided by
 * it, so no word may come into it because of what documents say.
 */
const plain = listed(
	'a an the this that these those there here it its you your who whom whose which what when where why how ' +
		'is are be been being am do does done has have having of as and so also too ' +
		'usual usually typical typically common commonly normal normally generally general ordinarily mostly often ' +
		'given give gives use used uses using state stated states say said says name named names call called mention mentioned list listed record recorded ' +
		'document documents note notes file files text passage context according answer question case cases people person client clients patient patients someone somebody anyone ' +
		'please tell show look find get',
);
const articles = listed('a an the');
const frequency = /^(?:usual|typical|common|normal|general|often)(?:ly)?$/i;

/** Whether a word names nothing: it is no value, and nothing that is asked for. What it does to what is named may be much (`qualifiersOf`). */
export function isStopWord(text: string): boolean {
	const lower = text.toLowerCase();
	return [plain, places, relations, qualifiers].some((list) => list.has(lower));
}

/** Where a value begins whose first word that names something is the `at`-th: with what relates it to the rest, `under` of `is under the 40 mg`. */
export function beginningOfValue(words: readonly Word[], at: number): number {
	let first = at;
	for (let i = at - 1; i >= 0; i--) {
		const before = words[i]!.text.toLowerCase();
		if (relations.has(before) || places.has(before)) first = i;
		else if (!articles.has(before)) break;
	}
	return first;
}

/**
 * What words outside of a value do to what a sentence says, in alphabetical order: its qualifiers, and each relation with what it relates
 * to. `most often` is a way to say `usually`, and `according to` one to say that it is said.
 */
export function turnsOf(words: readonly Word[]): string[] {
	return words
		.flatMap(({ text }, i) => {
			const lower = text.toLowerCase();
			const next = words[i + 1]?.text ?? '';
			if (qualifiers.has(lower)) return lower === 'most' && frequency.test(next) ? [] : [lower];
			if (!relations.has(lower) || (lower === 'to' && words[i - 1]?.text.toLowerCase() === 'according')) return [];
			const rest = words.slice(i + 1).filter(({ text: one }) => !articles.has(one.toLowerCase()));
			const end = rest.findIndex(({ text: one }) => isStopWord(one));
			return [[lower, ...rest.slice(0, end < 0 ? rest.length : end).map(({ text: one }) => stem(one))].join(' ')];
		})
		.toSorted();
}

const turning =
	/^(?:no|not|never|none|neither|nor|nothing|nobody|without|unknown|unclear|unlikely|except|instead|only|maybe|perhaps|may|might|possibly|cannot|\w+n['’]t)$/i;

/** Whether a word turns a statement around or weakens it. */
export function turnsAround(text: string): boolean {
	return turning.test(text);
}
