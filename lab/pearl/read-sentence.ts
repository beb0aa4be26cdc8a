import { isStopWord, stem, wordsOf } from '../../src/methods/pearl/words.ts';
import { notStated } from '../world/answers.ts';
import { attributeByNoun } from '../world/domains.ts';

/** What a sentence of an answer says, in the forms that the world's answers have and those that the product tells a fact in. */
export type ReadSentence =
	/** Of everybody with a key; `key` is `null` where the sentence leaves that to the question. */
	| { readonly kind: 'shared'; readonly noun: string | null; readonly key: string | null; readonly value: string }
	/** Of one person, or of a case without a name. */
	| { readonly kind: 'personal'; readonly noun: string; readonly name: string | null; readonly value: string }
	| { readonly kind: 'case'; readonly name: string }
	/** That something is not stated. */
	| { readonly kind: 'not stated' }
	/** No sentence of any of these forms. */
	| { readonly kind: 'garbage' };

/** Longest first: a noun may hold an ' of ' of its own. */
const nouns = [...attributeByNoun.keys()].toSorted((a, b) => b.length - a.length).join('|');
const usual = new RegExp(`^The usual (?<noun>${nouns}) for (?<key>.+?) is (?<value>.+)\\.$`, 'i');
const ofPerson = new RegExp(`^The (?<noun>${nouns}) of (?<name>.+?) is (?<value>.+)\\.$`, 'i');
const nameless = new RegExp(`^In a similar case the (?<noun>${nouns}) was (?<value>.+)\\.$`, 'i');
const similar = /^A similar case is that of (?<name>.+)\.$/i;
const labelled = /^(?<label>[^:]+): (?<value>.+)\.$/;

/** What a reader of the question knows. */
export interface Asked {
	readonly query: string;
	readonly noun: string;
	/** Values that an answer may name with nothing around them; `null`: none. */
	readonly list: readonly string[] | null;
}

/** Reads one sentence. A value that stands alone, as an item of a list does, and one behind words of the question are about what was asked. */
export function readSentence(sentence: string, asked: Asked): ReadSentence {
	const text = sentence.trim();
	const shared = usual.exec(text)?.groups;
	if (shared) return stated({ kind: 'shared', noun: shared['noun']!.toLowerCase(), key: shared['key']!, value: shared['value']! });
	const unnamed = nameless.exec(text)?.groups;
	if (unnamed) return stated({ kind: 'personal', noun: unnamed['noun']!.toLowerCase(), name: null, value: unnamed['value']! });
	const person = ofPerson.exec(text)?.groups;
	if (person) return stated({ kind: 'personal', noun: person['noun']!.toLowerCase(), name: person['name']!, value: person['value']! });
	const named = similar.exec(text)?.groups;
	if (named) return { kind: 'case', name: named['name']! };
	if (text === `A similar case is ${notStated}.`) return { kind: 'not stated' };
	const label = labelled.exec(text)?.groups;
	if (label) return behindLabel(label['label']!, label['value']!, asked);
	const alone = text.replace(/\.$/, '');
	return asked.list?.some((item) => sameValue(item, alone)) === true
		? { kind: 'shared', noun: asked.noun, key: null, value: alone }
		: { kind: 'garbage' };
}

/** `Ward, shingles: Ward A.`: words of the question, and a value. */
function behindLabel(label: string, value: string, { query, noun }: Asked): ReadSentence {
	const stems = (text: string): string[] => wordsOf(text).flatMap((word) => (isStopWord(word.text) ? [] : [stem(word.text)]));
	const said = new Set(stems(label));
	const known = new Set(stems(query));
	if (said.size === 0 || ![...said].every((one) => known.has(one))) return { kind: 'garbage' };
	return { kind: 'shared', noun: stems(noun).every((one) => said.has(one)) ? noun : null, key: null, value };
}

function stated(read: Extract<ReadSentence, { value: string }>): ReadSentence {
	return read.value === notStated ? { kind: 'not stated' } : read;
}

/** Values alike but for capitals and an article before them, which carries nothing. */
export function sameValue(a: string, b: string): boolean {
	return plainValue(a) === plainValue(b);
}

function plainValue(value: string): string {
	return value
		.trim()
		.toLowerCase()
		.replace(/^(?:the|an?) /, '');
}
