import { languageOf } from '../../text/language.ts';
import { firstFrom } from './computed-numbers.ts';
import { DerivedNumbers } from './derived-numbers.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { namesIn, type Name, type NameSigns } from './names.ts';
import { readingsOf } from './numbers.ts';
import { foldedWord, type PlainWord } from './plain-text.ts';
import { tokensOf, type Token } from './quotations.ts';
import { bareQuantitiesOf, quantitiesOf, renderedRange } from './quantities.ts';
import { SearchedText } from './searched-text.ts';
import type { Amount, Code, Value } from './values.ts';
import { signsOf } from './values-at-digits.ts';
import type { DateForm } from './dates.ts';
import type { Unit } from './units.ts';

/** What is computed of the given texts once something asks for it. */
export class GivenSigns {
	readonly #index: GivenIndex;
	#signs: SearchedText | undefined;
	#unpadded: SearchedText | undefined;
	#codes: ReadonlyMap<string, readonly GivenValue[]> | undefined;
	#times: readonly GivenValue[] | undefined;
	#numbers: Set<string> | undefined;
	#spaced: Set<number> | undefined;
	#folded: string | undefined;
	#units: ReadonlySet<string> | undefined;
	#inContexts: SearchedText | undefined;
	#periods: boolean | undefined;
	#isEnglish: boolean | undefined;
	#parts: ReadonlyMap<string, readonly NamePart[]> | undefined;
	#partsElsewhere: ReadonlySet<string> | undefined;
	#unread: boolean | undefined;
	#years: Set<number> | undefined;
	#names: NameSigns | undefined;
	#derived: DerivedNumbers | undefined;
	#amounts: ReadonlyMap<string, readonly SortedAmount[]> | undefined;
	#dates: readonly { readonly form: DateForm; readonly at: GivenValue }[] | undefined;
	readonly #tokens = new Map<number, readonly Token[]>();
	readonly #namesOfSentences = new Map<number, readonly Name[]>();

	constructor(index: GivenIndex) {
		this.#index = index;
	}

	/** Returns whether signs stand somewhere without regard to spaces and marks: 'CS 02128' has CS02128. */
	has(signs: string): boolean {
		this.#signs ??= new SearchedText(this.#index.texts.map(({ plain }) => signsOf(plain)).join('\n'));
		return this.#signs.has(signs);
	}

	/** Returns whether signs stand somewhere, whatever zeros are before the numbers: 'LH0454' has LH454. */
	hasPadded(signs: string): boolean {
		this.#unpadded ??= new SearchedText(this.#index.texts.map(({ plain }) => signsOf(withoutPadding(plain))).join('\n'));
		return this.has(signs) || this.#unpadded.has(withoutPadding(signs));
	}

	/** Returns whether numbers stand somewhere in this order, with nothing but a few other signs between them. */
	hasNumbersInOrder(numbers: readonly string[]): boolean {
		const pattern = new RegExp(
			String.raw`(?<!\d)${numbers.map((one) => `0*${one.replace(/^0+(?=\d)/u, '')}`).join(String.raw`\D{1,4}`)}(?!\d)`,
			'u',
		);
		return this.#index.texts.some(({ plain }) => pattern.test(plain));
	}

	/** Returns the given codes of a kind that have so many signs. */
	codesAs(kind: Code['kind'], length: number): readonly GivenValue[] {
		this.#codes ??= codesOf(this.#index);
		return this.#codes.get(`${kind} ${length}`) ?? [];
	}

	/** Clock times of the given texts. */
	get times(): readonly GivenValue[] {
		this.#times ??= this.#index.values.filter(({ value }) => value.kind === 'time');
		return this.#times;
	}

	/** Returns whether a number stands somewhere in digits, alone or as a part of a date or an identifier. */
	hasNumber(written: string): boolean {
		this.#numbers ??= new Set(
			this.#index.texts.flatMap(({ plain }) => plain.match(/\d+(?:[.,]\d+)*/gu) ?? []).flatMap((one) => [one, ...one.split(/[.,]/u)]),
		);
		return this.#numbers.has(written);
	}

	/** Returns whether a number stands somewhere with a blank behind its separator, as some tools write it that take texts apart: '3, 800'. */
	hasSpacedNumber(value: number): boolean {
		this.#spaced ??= new Set(
			this.#index.texts
				.flatMap(({ plain }) => plain.match(/\d{1,3}(?:[.,] \d{1,3})+/gu) ?? [])
				.flatMap((one) => readingsOf(one.replaceAll(' ', '')).map((reading) => reading.value)),
		);
		return this.#spaced.has(value);
	}

	/** Returns whether one of some texts in words stands somewhere. */
	says(written: readonly string[]): boolean {
		this.#folded ??= this.#index.texts.map(({ plain }) => ` ${spaced(plain)} `).join('\n');
		const all = this.#folded;
		// Scripts without spaces have no word boundary.
		return written.some((one) => all.includes(/[\p{Script=Han}\p{Script=Hiragana}]/u.test(one) ? one : ` ${one} `));
	}

	/** Returns whether a context has a text word for word, without regard to case, diacritics and marks. */
	isInContext(written: string): boolean {
		this.#inContexts ??= new SearchedText(
			this.#index.texts.flatMap(({ given, plain }) => (given.context === null ? [] : [` ${spaced(plain)} `])).join('\n'),
		);
		return this.#inContexts.has(` ${spaced(written)} `);
	}

	/** Returns the tokens of a given text. */
	tokensOfText(text: number): readonly Token[] {
		const known = this.#tokens.get(text);
		if (known !== undefined) return known;
		const tokens = tokensOf(this.#index.texts[text]!.plain);
		this.#tokens.set(text, tokens);
		return tokens;
	}

	/** Returns whether some texts in tokens stand somewhere, each in one text, whatever marks are between them. */
	hasTokens(parts: readonly (readonly string[])[]): boolean {
		const all = this.#index.texts.map(
			(_, text) =>
				` ${this.tokensOfText(text)
					.map(({ folded }) => folded)
					.join(' ')} `,
		);
		return parts.every((part) => all.some((text) => text.includes(` ${part.join(' ')} `)));
	}

	/** What can be computed of the given values. */
	get derived(): DerivedNumbers {
		this.#derived ??= new DerivedNumbers(this.#index);
		return this.#derived;
	}

	/** Returns the given amounts that an amount may render, whatever their units: those of about its size. */
	amountsLike(amount: Amount): GivenValue[] {
		this.#amounts ??= sortedAmounts(this.#index);
		const amounts = this.#amounts;
		const found = new Set<GivenValue>();
		for (const said of [...quantitiesOf(amount), ...bareQuantitiesOf(amount)]) {
			const list = amounts.get(said.measure) ?? [];
			const { low, high } = renderedRange(said, amount.hedge);
			for (let i = firstFrom(list, low); i < list.length && list[i]!.value <= high; i++) found.add(list[i]!.given);
		}
		return [...found];
	}

	/** Returns whether some given amount is in a unit. */
	hasUnit({ measure, factor }: Unit): boolean {
		this.#units ??= new Set(
			this.#index.values.flatMap(({ value }) =>
				value.kind === 'amount' ? value.units.map((unit) => `${unit.measure} ${unit.factor}`) : [],
			),
		);
		return this.#units.has(`${measure} ${factor}`);
	}

	/** Whether texts of other languages than English have numbers in words, which no rule reads there. */
	get hasUnreadNumbers(): boolean {
		this.#unread ??= !this.isEnglish && hasUnreadNumbers(this.#index);
		return this.#unread;
	}

	/** Returns whether texts name times by other words than the days and months that they have: 'weekdays', 'the first quarter', 'Monday to Friday'. */
	get speaksOfPeriods(): boolean {
		this.#periods ??= this.#index.texts.some(({ plain }) => periods.test(plain));
		return this.#periods;
	}

	/** Dates of the given texts, in each of their readings. */
	get dates(): readonly { readonly form: DateForm; readonly at: GivenValue }[] {
		this.#dates ??= this.#index.values.flatMap((at) => (at.value.kind === 'date' ? at.value.forms.map((form) => ({ form, at })) : []));
		return this.#dates;
	}

	/** Whether the contexts are English, by how they begin. Names of other languages may have been translated. */
	get isEnglish(): boolean {
		this.#isEnglish ??=
			languageOf(
				this.#index.texts
					.flatMap(({ given }) => (given.context === null ? [] : [given.text.slice(0, 400)]))
					.join('\n')
					.slice(0, 4000),
			) === 'en';
		return this.#isEnglish;
	}

	/** What names are looked up in. */
	get names(): NameSigns {
		this.#names ??= nameSigns(this.#index);
		return this.#names;
	}

	/** Returns the names in a given sentence. */
	namesOf(number: number): readonly Name[] {
		const known = this.#namesOfSentences.get(number);
		if (known !== undefined) return known;
		const { text, start, firstWord, endWord } = this.#index.sentences[number]!;
		const { plain, words } = this.#index.texts[text]!;
		const first = words[firstWord]?.start ?? start;
		const names = namesIn(plain, words, firstWord, endWord, new Set([first]));
		this.#namesOfSentences.set(number, names);
		return names;
	}

	/** Returns the words of given names that begin with the same letter as a folded word. */
	partsBeginningAs(word: string): readonly NamePart[] {
		this.#parts ??= namePartsOf(
			this.#index.sentences.flatMap((_, sentence) => this.namesOf(sentence).map((value) => ({ value, sentence }))),
		);
		return this.#parts.get(word.charAt(0)) ?? [];
	}

	/** Returns whether a word of a name has a capital somewhere within a sentence. */
	isNameElsewhere(value: Value): boolean {
		if (value.kind !== 'name') return false;
		this.#partsElsewhere ??= new Set(
			this.#index.sentences.flatMap((_, number) =>
				this.namesOf(number).flatMap(({ parts, isFirst }) => (!isFirst || parts.length > 1 ? parts : [])),
			),
		);
		const elsewhere = this.#partsElsewhere;
		return value.parts.some((part) => elsewhere.has(part));
	}

	/** Returns whether a year stands somewhere, or a number that may be read as one: '1,850' and '1 850'. */
	hasYear(year: number): boolean {
		this.#years ??= new Set(
			this.#index.values.flatMap(({ value }) =>
				value.kind === 'date'
					? value.forms.flatMap((form) => form.year ?? [])
					: value.kind === 'amount'
						? value.readings.map((reading) => reading.value)
						: [],
			),
		);
		return this.#years.has(year) || this.hasNumber(String(year));
	}
}

/** Folded, with one blank in place of other signs. */
function spaced(text: string): string {
	return foldedWord(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

/** Whether some context has a number in words that is no part of a value. */
function hasUnreadNumbers({ texts, values }: GivenIndex): boolean {
	let next = 0;
	for (const [text, { given, plain }] of texts.entries()) {
		while (next < values.length && values[next]!.text < text) next++;
		if (given.context === null) continue;
		for (const { index, 0: word } of plain.matchAll(numberWords)) {
			while (next < values.length && values[next]!.text === text && values[next]!.value.end <= index) next++;
			const value = values[next]?.text === text ? values[next]!.value : undefined;
			if (value === undefined || value.start >= index + word.length) return true;
		}
	}
	return false;
}

const numberWords = new RegExp(
	String.raw`(?<![周週期曜第拜])[一二三四五六七八九十百千半両两]|(?<!\p{L})(?:` +
		'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|dutzend|hälfte|halb\\p{L}*|anderthalb|viertel|drittel|' +
		'deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|cent|mille|douzaine|dizaine|vingtaine|centaine|moitié|demie?|quart|tiers|double|' +
		'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|docenas?|mitad|medi[oa]|tercios?|tercera|doble|' +
		'dois|duas|três|quatro|sete|oito|nove|dez|doze|vinte|trinta|quarenta|cinquenta|cem|dúzias?|metade|mei[oa]|terços?|dobro|' +
		"due|tre|quattro|cinque|sei|sette|otto|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta|cento|dozzin[ae]|metà|mezz['oa]|terz[oi]|doppio" +
		String.raw`)(?!\p{L})`,
	'giu',
);

const periods =
	/\b(?:weekdays?|weekends?|working days?|business days?|daily|every day|each day|all week|quarters?|halves|half|semesters?|terms?|seasons?|other months|rest of the year|all year|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* (?:to|through|until|-) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|spring|summer|autumn|fall|winter|Q[1-4]|H[12]|(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:to|through|until|-) ?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun) ?- ?(?:mon|tue|wed|thu|fri|sat|sun))\b/iu;

interface SortedAmount {
	readonly value: number;
	readonly given: GivenValue;
}

/** Given amounts by what they measure, and all of them also without their units, each list in the order of their size. */
function sortedAmounts({ values }: GivenIndex): Map<string, SortedAmount[]> {
	const lists = new Map<string, SortedAmount[]>();
	for (const given of values) {
		if (given.value.kind !== 'amount') continue;
		for (const { measure, value } of new Set([...quantitiesOf(given.value), ...bareQuantitiesOf(given.value)])) {
			const list = lists.get(measure);
			if (list === undefined) lists.set(measure, [{ value, given }]);
			else list.push({ value, given });
		}
	}
	for (const list of lists.values()) list.sort((a, b) => a.value - b.value);
	return lists;
}

/** A word of a given name. */
interface NamePart {
	readonly part: string;
	readonly value: Name;
	readonly sentence: number;
}

/** Words of names by their first letter. Each stands there once for each sentence. */
function namePartsOf(names: readonly { readonly value: Name; readonly sentence: number }[]): Map<string, NamePart[]> {
	const parts = new Map<string, NamePart[]>();
	for (const { value, sentence } of names)
		for (const part of value.parts) {
			const known = parts.get(part.charAt(0));
			if (known === undefined) parts.set(part.charAt(0), [{ part, value, sentence }]);
			else known.push({ part, value, sentence });
		}
	return parts;
}

/** Codes by their kind and length. */
function codesOf({ values }: GivenIndex): Map<string, readonly GivenValue[]> {
	const codes = new Map<string, GivenValue[]>();
	for (const given of values) {
		const { value } = given;
		if (!('signs' in value)) continue;
		const key = `${value.kind} ${value.signs.length}`;
		const known = codes.get(key);
		if (known === undefined) codes.set(key, [given]);
		else known.push(given);
	}
	return codes;
}

const ofIndexes = new WeakMap<GivenIndex, GivenSigns>();

/** Returns what is computed of given texts, which is kept with their index. */
export function givenSigns(index: GivenIndex): GivenSigns {
	const known = ofIndexes.get(index) ?? new GivenSigns(index);
	ofIndexes.set(index, known);
	return known;
}

function nameSigns({ texts, vocabulary, stems }: GivenIndex): NameSigns {
	const letters = (words: readonly PlainWord[]): string => words.map(({ folded }) => folded.charAt(0)).join('');
	return {
		vocabulary,
		stems,
		beginsGiven: prefixesOf(vocabulary),
		initials: texts.flatMap(({ words }) => [letters(words), letters(words.filter(({ isContent }) => isContent))]),
	};
}

/** Returns whether one of some words begins with some letters and fits. The words are sorted at the first call. */
function prefixesOf(words: ReadonlySet<string>): NameSigns['beginsGiven'] {
	let sorted: readonly string[] | undefined;
	return (lead, fits) => {
		sorted ??= [...words].toSorted(byCodeUnits);
		let [low, high] = [0, sorted.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (sorted[middle]! < lead) low = middle + 1;
			else high = middle;
		}
		for (; sorted[low]?.startsWith(lead) === true; low++) if (fits(sorted[low]!)) return true;
		return false;
	};
}

function byCodeUnits(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}

function withoutPadding(text: string): string {
	return text.replace(/(?<=\p{L}[ -]?)0+(?=\d)/gu, '');
}
