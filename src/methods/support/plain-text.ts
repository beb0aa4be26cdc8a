import { stemmer } from 'stemmer';

/** Characters that are another spelling of one ASCII character. Each is one UTF-16 unit, so that offsets stay as they are. */
const spellings = /[\u00a0\u00b4\u2000-\u200a\u2010-\u2015\u2018-\u201b\u202f\u2032\u2212\u3000\uff01-\uff5e]/gu;

/** Returns a text with full-width signs, dashes, single quotes and blanks in their plain form. Its length and all offsets stay the same. */
export function plainText(text: string): string {
	return text.replace(spellings, (sign) => {
		const code = sign.charCodeAt(0);
		if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
		if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-';
		return code === 0xb4 || code === 0x2032 || (code >= 0x2018 && code <= 0x201b) ? "'" : ' ';
	});
}

/** Returns a word in lower case without diacritics and without a possessive ending: `Müller's` is `muller`. */
export function foldedWord(word: string): string {
	const lower = word.toLowerCase();
	const plain = isAscii(lower)
		? lower
		: lower
				.normalize('NFKD')
				.replace(/\p{M}/gu, '')
				.replaceAll('ß', 'ss')
				.replaceAll('ø', 'o')
				.replaceAll('æ', 'ae')
				.replaceAll('œ', 'oe')
				.replaceAll('ł', 'l')
				.replaceAll('đ', 'd');
	return plain.endsWith("'s") ? plain.slice(0, -2) : plain.endsWith("'") ? plain.slice(0, -1) : plain;
}

function isAscii(text: string): boolean {
	for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
	return true;
}

/** Forms of irregular verbs and nouns, each list after its base form. Other inflections are endings, which the stemmer removes. */
const irregular: ReadonlyMap<string, string> = new Map(
	(
		'pay paid,build built,leave left,say said,buy bought,bring brought,think thought,teach taught,catch caught,sell sold,tell told,hold held,keep kept,' +
		'sleep slept,feel felt,meet met,lead led,read,send sent,spend spent,lose lost,find found,stand stood,understand understood,win won,hear heard,sit sat,' +
		'shoot shot,fight fought,seek sought,begin began begun,drink drank drunk,sing sang sung,swim swam swum,run ran,come came,become became,give gave given,' +
		'take took taken,write wrote written,drive drove driven,rise rose risen,speak spoke spoken,break broke broken,choose chose chosen,freeze froze frozen,' +
		'steal stole stolen,wear wore worn,bear bore born borne,fly flew flown,grow grew grown,know knew known,throw threw thrown,draw drew drawn,' +
		'show shown,see saw seen,eat ate eaten,fall fell fallen,get got gotten,forget forgot forgotten,hide hid hidden,ride rode ridden,go went gone,' +
		'lie lay lain,lend lent,strike struck,stick stuck,swear swore sworn,tear tore torn,wake woke woken,shake shook shaken,make made,deal dealt,mean meant,' +
		'dig dug,hang hung,light lit,shine shone,shrink shrank shrunk,sink sank sunk,spring sprang sprung,feed fed,flee fled,lay laid,bind bound,wind wound,' +
		'man men,woman women,child children,person people,foot feet,tooth teeth,mouse mice,wife wives,life lives,half halves,leaf leaves,die died dying death dead,weigh weight,' +
		'long length,high height,wide width,deep depth,strong strength,grow growth,good better best,bad worse worst'
	)
		.split(',')
		.flatMap((forms) => {
			const [base = '', ...others] = forms.split(' ');
			return others.map((form) => [form, base] as const);
		}),
);

/** More than the words of any long trace; the memory is emptied beyond. */
const mostStems = 50_000;
const stems = new Map<string, string>();

/** Returns the stem of a folded word, which its inflections share: `closes` and `closed` are `close`. */
export function stemOf(folded: string): string {
	const known = stems.get(folded);
	if (known !== undefined) return known;
	if (stems.size >= mostStems) stems.clear();
	const stem = folded.length < 3 ? folded : stemmer(irregular.get(folded) ?? folded);
	stems.set(folded, stem);
	return stem;
}

/** Words of one meaning that share no stem. */
const yearly: ReadonlySet<string> = new Set(['year', 'years', 'yearly', 'annual', 'annually']);

/**
 * Returns words of English that say the same as a folded word as an adverb or adjective of time or manner, or without that ending: 'monthly' for 'month',
 * 'day' for 'daily', 'quick' for 'quickly'.
 */
export function kindredForms(folded: string): readonly string[] {
	if (yearly.has(folded)) return [...yearly];
	const base = folded.endsWith('ily') ? `${folded.slice(0, -3)}y` : folded.endsWith('ly') ? folded.slice(0, -2) : undefined;
	if (base !== undefined) return base.length < 3 ? [] : [base, `${base}s`];
	const single = folded.endsWith('s') ? folded.slice(0, -1) : folded;
	return single.length < 3 ? [] : [`${single}ly`, ...(single.endsWith('y') ? [`${single.slice(0, -1)}ily`] : [])];
}

/** The commonest function words of English: they say nothing about what a sentence is about. */
const functionWords: ReadonlySet<string> = new Set(
	(
		'a about above according after again against all almost along already also although always am among an and another any are around as at ' +
		'away back be became because been before being below between both but by came can cannot could did do does done down during each either ' +
		'else enough even ever every few first for from further get given go had has have having he hence her here hers him his how however i if ' +
		'in indeed instead into is it its itself just last least less like made make many may me might mine more most much must my near nearly ' +
		'neither never next no nor not now of off often on once one only onto or other others our out over own per perhaps please quite rather ' +
		'really said same see several shall she should since so some such than that the their them themselves then there therefore these they ' +
		'this those though through thus to together too toward towards under until up upon us very via was we well went were what when where ' +
		'whether which while who whom whose why will with within without would yes yet you your'
	).split(' '),
);

/** Returns whether a folded word says what a sentence is about. */
export function isContentWord(folded: string): boolean {
	return folded.length > 1 && !functionWords.has(folded);
}

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What is known of a word wherever it stands. */
interface KnownWord {
	/** As `foldedWord` gives it. */
	readonly folded: string;
	/** As `stemOf` gives it. */
	readonly stem: string;
	/** As `isContentWord` says. */
	readonly isContent: boolean;
}

/** A run of letters, with apostrophes within, in a plain text. */
export interface PlainWord extends KnownWord {
	readonly start: number;
	readonly end: number;
}

const letters = /[\p{L}〇][\p{L}\p{M}〇]*(?:'\p{L}[\p{L}\p{M}]*)*'?/gu;
/** A name in code that begins with a small letter: 'maxAttempts' has two words. 'iPhone' and 'McDonald' are one. */
const camelCase = /^[a-z]{3,}(?:[A-Z][a-z\d]*)+$/u;
const camelPart = /[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*/gu;
/** By how it is written. Texts repeat their words. */
const knownWords = new Map<string, KnownWord>();

function knownWord(written: string, isFolded: boolean): KnownWord {
	const known = knownWords.get(written);
	if (known !== undefined) return known;
	if (knownWords.size >= mostStems) knownWords.clear();
	const folded = isFolded ? written : foldedWord(written);
	const word = { folded, stem: stemOf(folded), isContent: isContentWord(folded) };
	knownWords.set(written, word);
	return word;
}

/** Returns the words of a plain text in order. Those of a name in code (`maxAttempts`) are words of their own. Each pair of neighboring letters of a script without spaces is a word. */
export function wordsOf(plain: string): PlainWord[] {
	const words: PlainWord[] = [];
	letters.lastIndex = 0;
	for (let match = letters.exec(plain); match !== null; match = letters.exec(plain)) {
		const { index, 0: run } = match;
		if (run.charCodeAt(0) > 0xe00 && unspaced.test(run)) {
			for (let at = 0; at < Math.max(run.length - 1, 1); at++) {
				const end = Math.min(at + 2, run.length);
				const { folded, stem, isContent } = knownWord(run.slice(at, end), true);
				words.push({ start: index + at, end: index + end, folded, stem, isContent });
			}
		} else if (camelCase.test(run)) {
			for (const part of run.matchAll(camelPart)) {
				const { folded, stem, isContent } = knownWord(part[0], false);
				words.push({ start: index + part.index, end: index + part.index + part[0].length, folded, stem, isContent });
			}
		} else {
			const { folded, stem, isContent } = knownWord(run, false);
			words.push({ start: index, end: index + run.length, folded, stem, isContent });
		}
	}
	return words;
}
