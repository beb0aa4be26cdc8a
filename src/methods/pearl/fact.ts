import { canonicalSentence, withCapital, type PublicSpelling } from './canonical-sentence.ts';
import type { Ballot } from './sentence-vote.ts';
import { beginningOfValue, isStopWord, stem, turnsAround, turnsOf, wordsOf, type Word } from './words.ts';

/** What a sentence states, its wording aside: what was asked for, and the value. */
interface Fact {
	/** Stems of the query's words that the sentence takes up, in alphabetical order. */
	readonly asked: readonly string[];
	/** The words that the query has not, as they stand in the canonical sentence, with what relates them to the rest. */
	readonly value: string;
}

/** A value of more words is a statement of its own, whose wording is more than a matter of taste. */
const maxValueWords = 8;

/** What a sentence is held against. Of the query alone. */
export interface Asked {
	/** Stems of its content words. */
	readonly stems: ReadonlySet<string>;
	/** What else decides what it is about (`turnsOf`). */
	readonly turns: readonly string[];
}
export function askedBy(query: string): Asked {
	const words = wordsOf(query);
	return { stems: new Set(words.filter(({ text }) => !isStopWord(text)).map(({ text }) => stem(text))), turns: turnsOf(words) };
}

/** Whether words say what the query is about in no other way than it: no other time, direction, condition or person. */
function turnAlike(words: readonly Word[], { turns }: Asked): boolean {
	return turnsOf(words).join() === turns.join();
}

/**
 * The fact of a canonical sentence, by a rule that reads that sentence and the query and no other document: its content words are either
 * the query's or stand together as one value. Otherwise, and where the sentence denies, doubts, or puts what is asked for into another time,
 * direction or condition than the query, `null`: it is taken by its wording. What is left out of a fact changes no meaning.
 */
function factOf(sentence: string, asked: Asked): Fact | null {
	const words = wordsOf(sentence);
	if (sentence.endsWith('?') || words.some(({ text }) => turnsAround(text))) return null;
	const content = words.filter(({ text }) => !isStopWord(text));
	const isAsked = (word: Word): boolean => asked.stems.has(stem(word.text)) && !isPartOfName(word, words, asked.stems);
	const taken = new Set(content.filter(isAsked).map(({ text }) => stem(text)));
	const first = content.findIndex((one) => !isAsked(one));
	const last = content.findLastIndex((one) => !isAsked(one));
	if (taken.size === 0 || first === -1 || last - first >= maxValueWords) return null;
	if (content.slice(first, last + 1).some(isAsked)) return null;
	const begins = beginningOfValue(words, words.indexOf(content[first]!));
	if (!turnAlike([...words.slice(0, begins), ...words.slice(words.indexOf(content[last]!) + 1)], asked)) return null;
	const range = widened(sentence, words[begins]!.start, content[last]!.end);
	const value = sentence.slice(range.start, range.end);
	// What stands across a sentence's own punctuation is no value.
	return /[;:()]|, | - /.test(value) ? null : { asked: [...taken].toSorted(), value };
}

/**
 * Whether a word of the query is said a second time, as a part of the value: `Ward` of `the ward for measles is Ward 4`, or `is Willow
 * Ward`. It stands right beside a word that the query has not.
 */
function isPartOfName(word: Word, words: readonly Word[], asked: ReadonlySet<string>): boolean {
	const at = words.indexOf(word);
	const isNew = (other: Word | undefined): boolean => other !== undefined && !isStopWord(other.text) && !asked.has(stem(other.text));
	if (!isNew(words[at - 1]) && !isNew(words[at + 1])) return false;
	return words.some((other, i) => i !== at && stem(other.text) === stem(word.text));
}

/** Signs that belong to a value: `$5`, `40 %`. */
function widened(text: string, start: number, end: number): { start: number; end: number } {
	const before = /[$€£¥#+~<>≈-]+$/u.exec(text.slice(0, start))?.[0] ?? '';
	const after = /^ ?[%‰°]\p{L}?/u.exec(text.slice(end))?.[0] ?? '';
	return { start: start - before.length, end: end + after.length };
}

/**
 * A fact in public words: in a sentence that the model says without any document about the same (its value's place is known by the same
 * rule), else behind the query's own words. It depends on the fact, the query and what was said without documents.
 */
function sayFact(fact: Fact, query: string, saidWithoutDocuments: readonly string[]): string {
	const asked = askedBy(query);
	for (const sentence of saidWithoutDocuments) {
		const frame = frameOf(sentence, asked);
		if (frame !== null && frame.asked.join(' ') === fact.asked.join(' ')) return withCapital(frame.before + fact.value + frame.after);
	}
	return `${withCapital(labelOf(fact, query))}: ${fact.value}.`;
}

interface Frame {
	readonly asked: readonly string[];
	readonly before: string;
	readonly after: string;
}

/** A sentence that ends in its value, or in saying that there is none: `The usual ward for measles is` … `.` */
function frameOf(sentence: string, asked: Asked): Frame | null {
	const body = sentence.replace(/ not (?:stated|known|given|mentioned)\.$/, ' .');
	const found = body === sentence ? factOf(sentence, asked) : null;
	const before = found === null ? (body === sentence ? '' : body.slice(0, -1)) : sentence.slice(0, sentence.lastIndexOf(found.value));
	// Only `… is VALUE.`: elsewhere a value that was said of something would stand where it says something else.
	if (!/\b(?:is|are|was|were) (?:the |a |an )?$/.test(before)) return null;
	if (found !== null && sentence !== `${before}${found.value}.`) return null;
	const all = wordsOf(before);
	const words = all.filter(({ text }) => !isStopWord(text));
	if (words.some(({ text }) => !asked.stems.has(stem(text))) || !turnAlike(all, asked)) return null;
	return { asked: [...new Set(words.map(({ text }) => stem(text)))].toSorted(), before, after: '.' };
}

/** Words that hold together what stands on both sides of them: 'dose of cetirizine', and not 'ward do patients'. */
const joining = /^(?:of|for|in|on|at|by|with|the|an?)$/i;

/** The query's words that the fact takes up, in their order; those that stand together there stay together. */
function labelOf({ asked }: Fact, query: string): string {
	const words = wordsOf(query);
	const taken = new Set(asked);
	const pieces: { start: number; end: number }[] = [];
	let broken = true;
	for (const { start, end, text } of words) {
		const last = pieces.at(-1);
		if (!isStopWord(text) && taken.has(stem(text))) {
			if (broken || last === undefined) pieces.push({ start, end });
			else last.end = end;
			broken = false;
		} else if (!isStopWord(text) || !joining.test(text)) broken = true;
	}
	return pieces.map(({ start, end }) => query.slice(start, end)).join(', ');
}

/**
 * What a document's own answer votes for when facts are counted: sentences that state the same value of the same count as one, however
 * they are worded; a sentence that states none counts by its canonical wording. Each is made from that sentence, the query and public
 * spellings alone, so that one document moves the votes of its own sentences and nothing else.
 */
export function factBallot(sentences: readonly string[], query: string, spelling: PublicSpelling): Ballot {
	const asked = askedBy(query);
	return sentences.flatMap((sentence) => {
		const form = canonicalSentence(sentence, spelling);
		if (form === '') return [];
		const fact = factOf(form, asked);
		return [fact === null ? keyOfWording(form) : keyOfFact(fact)];
	});
}

/** What was released, in words that are public or were themselves voted for. `saidWithoutDocuments`: canonical sentences of the model without any. */
export function sayReleased(key: string, query: string, saidWithoutDocuments: readonly string[]): string {
	const [first, ...rest] = key.split(unit);
	if (first === wording) return rest.join(unit);
	const asked = rest.slice(0, -1);
	return sayFact({ asked, value: rest.at(-1)! }, query, saidWithoutDocuments);
}

// A sign that no canonical sentence has.
const unit = '\u001f';
const wording = 'wording';

function keyOfWording(form: string): string {
	return `${wording}${unit}${form}`;
}

function keyOfFact({ asked, value }: Fact): string {
	return ['fact', ...asked, value].join(unit);
}
