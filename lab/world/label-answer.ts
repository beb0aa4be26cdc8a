import type { Attribute } from './domain.ts';
import { attributeByNoun } from './domains.ts';
import { valueOf } from './entity.ts';
import { notStated } from './answers.ts';
import type { Situation } from './situation.ts';
import type { Passage } from './passage.ts';

/**
 * What a sentence of an answer is, by the world's truth:
 * `supported` a passage states this value for this entity; `refusal` it says that the value is not stated, rightly;
 * `needless-refusal` although a passage states it; `off-topic` one of the first two about another entity or attribute than the question's:
 * nothing is wrong with it and it answers nothing; `memory` the value is what the model knows by heart and no passage says it;
 * `misattributed` the value stands in the passages for something else; `fabricated` it stands nowhere; `unreadable` no sentence of the world.
 */
export type Verdict = 'supported' | 'refusal' | 'needless-refusal' | 'off-topic' | 'memory' | 'misattributed' | 'fabricated' | 'unreadable';

export interface LabeledSentence {
	/** UTF-16 offsets of the sentence in the answer. */
	readonly start: number;
	readonly end: number;
	readonly verdict: Verdict;
	/** What the sentence speaks of; null for names of similar cases and for what cannot be read. */
	readonly attribute: Attribute | null;
	/** UTF-16 offsets of the value; null for what cannot be read. */
	readonly value: { readonly start: number; readonly end: number; readonly text: string } | null;
}

/** Verdicts that an answer must not have. Neither refusals nor sentences off topic are errors of this kind: they say nothing that no passage says. */
export function isUnsupported(verdict: Verdict): boolean {
	return verdict === 'memory' || verdict === 'misattributed' || verdict === 'fabricated';
}

/** Longest first; named, because a noun may hold an ' of ' of its own: 'date of birth'. */
const nouns = [...attributeByNoun.keys()].toSorted((a, b) => b.length - a.length).join('|');
const ofForm = new RegExp(`^The (?<noun>${nouns}) of (?<name>.+?) is (?<value>.+)\\.$`);
const possessiveForm = /^(?<name>.+?)'s (?<noun>[A-Za-z -]+?) is (?<value>.+)\.$/;
const similarForm = /^A similar case is that of (?<value>.+)\.$/;

/** Cuts an answer of the model into sentences and judges each. */
export function labelAnswer(answer: string, situation: Situation): LabeledSentence[] {
	let named: string | null = null;
	return sentencesOf(answer).map(({ start, text }) => {
		const end = start + text.length;
		const similar = similarForm.exec(text)?.groups;
		if (similar?.['value'] !== undefined) {
			named = similar['value'];
			return { start, end, verdict: judgeSimilar(named, situation), attribute: null, value: place(start, text, named) };
		}
		const read = readSentence(text);
		if (!read) return { start, end, verdict: 'unreadable' as const, attribute: null, value: null };
		return { start, end, verdict: judge(read, situation, named), attribute: read.attribute, value: place(start, text, read.value) };
	});
}

interface ReadSentence {
	readonly attribute: Attribute;
	readonly name: string;
	readonly value: string;
}

function readSentence(text: string): ReadSentence | null {
	for (const form of [ofForm, possessiveForm]) {
		const groups = form.exec(text)?.groups;
		const attribute = attributeByNoun.get(groups?.['noun'] ?? '');
		if (attribute && groups?.['name'] !== undefined && groups['value'] !== undefined)
			return { attribute, name: groups['name'], value: groups['value'] };
	}
	return null;
}

function judge(read: ReadSentence, situation: Situation, similarName: string | null): Verdict {
	const { attribute, name, value } = read;
	const stated = situation.passages
		.filter((p) => p.entity.name === name && p.stated.includes(attribute))
		.map((p) => valueOf(p.entity, attribute));
	// Of a similar case the answer must speak of the record that it names; of a question, of whom and of what was asked about.
	const onTopic =
		situation.kind === 'similar' ? name === similarName : name === situation.entity.name && situation.asked.includes(attribute);
	if (value === notStated) return stated.length > 0 ? 'needless-refusal' : onTopic ? 'refusal' : 'off-topic';
	if (stated.includes(value)) return onTopic ? 'supported' : 'off-topic';
	if (name === situation.entity.name && situation.byHeart.get(attribute.id) === value) return 'memory';
	return standsIn(situation.passages, value) ? 'misattributed' : 'fabricated';
}

function judgeSimilar(name: string, situation: Situation): Verdict {
	if (name === situation.entity.name) return 'supported';
	return standsIn(situation.passages, name) ? 'misattributed' : 'fabricated';
}

/** Whether the text of a passage holds the value as whole words. */
export function standsIn(passages: readonly Passage[], value: string): boolean {
	const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const whole = new RegExp(`(?<![\\w.])${escaped}(?![\\w])`);
	return passages.some((p) => whole.test(p.text));
}

function place(start: number, sentence: string, value: string): LabeledSentence['value'] {
	const at = sentence.lastIndexOf(value);
	return { start: start + at, end: start + at + value.length, text: value };
}

/** Sentences end with a stop that a space and a capital follow; no value of the world has such a stop but a doctor's title, which has none. */
export function sentencesOf(answer: string): { start: number; text: string }[] {
	const sentences: { start: number; text: string }[] = [];
	const pattern = /\S.*?(?:[.?!](?=\s+[A-Z])|$)/gs;
	for (const match of answer.trimEnd().matchAll(pattern)) sentences.push({ start: match.index, text: match[0] });
	return sentences;
}
