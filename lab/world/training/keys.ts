import { answerOne, notStated, textOf } from '../answers.ts';
import { askShared } from '../bank-questions.ts';
import { trainedBanks } from '../banks/trained.ts';
import type { Attribute } from '../domain.ts';
import { domains } from '../domains.ts';
import { valueOf, type Entity } from '../entity.ts';
import { fill, writePassage } from '../passage.ts';
import { answerShared } from '../shared/answers.ts';
import { makeMember, makeWorld, type Member, type SharedWorld } from '../shared/documents.ts';
import { sharedQuestions } from '../shared/forms.ts';
import { sharedKinds, type SharedKind } from '../shared/kinds.ts';
import { between, pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import type { TrainingExample, Turn } from './example.ts';
import { inRows } from './laid-out.ts';
import type { Manner } from './manner.ts';
import { systemLine } from './system-line.ts';

/**
 * How the documents of a drill say it: in a line or two without a person; of a person, in the words of answers; in all words there are. `key-later`:
 * in lines or in the words of answers, and the key behind what goes with it.
 */
export type KeyDrill = 'key-plain' | 'key-brief' | 'key-words' | 'key-later';

/** Of drills: keys that documents do share; in the others any attribute of any domain is the key, so that a key is found by what it says. */
const realShare = 0.6;
/** Of the real keys: made of two ('gout and vertigo'), so that no list of them can be learned. */
const composedShare = 0.3;
/** Of an absent key's answers: that it is not stated; the others invent a value. */
const refusal = 0.92;

/** How many of the keys are in no document. */
const absentCounts = [0, 0, 1, 1, 1, 2];

const questions = [...sharedQuestions.train, ...trainedBanks.flatMap((bank) => bank.sharedQuestions)];

/** A line for one noun of one key; the first stands as answers do. */
const lines = [
	'The usual {noun} for {k} is {v}.',
	'{k}: {noun} {v}.',
	'{noun} for {k}: {v}.',
	'{keyNoun}: {k}. {noun}: {v}.',
	'The {keyNoun} is {k}. The {noun} is {v}.',
	'{v} is the {noun} for {k}.',
	'The {noun} is {v}. The {keyNoun} is {k}.',
] as const;
const laterLines = ['{v} is the {noun} for {k}.', 'The {noun} is {v}. The {keyNoun} is {k}.', '{noun}: {v}. {keyNoun}: {k}.'] as const;
const firstLineShare = 0.5;
/** Of a brief document: the key stands before what goes with it. A value can be bound at once to a key that was read, and only later to one that follows. */
const keyFirstShare = 0.6;

/** Binding of values to keys: short documents, each of another key and with the same nouns, asked key by key, and for keys that no document has. */
export function keyDrill(random: Random, level: KeyDrill, manner: Manner): TrainingExample {
	const kind = random() < realShare ? pick(random, Object.values(sharedKinds)) : anyKind(random);
	const focus = sample(random, kind.shared, random() < 0.7 ? 1 : 2);
	const worlds = distinctWorlds(random, kind, level === 'key-words' ? between(random, 3, 5) : between(random, 4, 7));
	const absent = worlds.slice(0, pick(random, absentCounts));
	const members = worlds
		.slice(absent.length)
		.map((world) => makeMember(random, world, { side: 'train', asked: focus, aside: 0, omit: 0, deviate: 0, personal: [0, 0] }))
		.map((member): Member => ({ ...member, told: [kind.key, ...focus] }));
	const line = random() < firstLineShare ? lines[0] : random() < 0.6 ? pick(random, lines) : undefined;
	const laterLine = level === 'key-later' && random() < 0.4 ? pick(random, laterLines) : undefined;
	const contexts = members.map((member) => {
		if (level === 'key-plain') return inLines(random, member, focus, line);
		if (level === 'key-words') return inWords(random, member, manner);
		if (level === 'key-later') return inLater(random, member, focus, laterLine);
		const told = random() < keyFirstShare ? [kind.key, ...shuffled(random, focus)] : shuffled(random, member.told);
		return inAnswers(random, member.entity, told);
	});
	const turns = shuffled(
		random,
		worlds.flatMap((world) => focus.map((a) => [world, a] as const)),
	).map(([{ key, truth }, a]): Turn => {
		const named = kind.named(key);
		const value = absent.some((world) => world.key === key) ? (random() < refusal ? notStated : a.value(random, key)) : truth.get(a.id)!;
		return {
			query: random() < (level === 'key-words' ? 0.1 : 0.4) ? `${named}: ${a.noun}?` : askShared(pick(random, questions), named, a.noun),
			answer: answerShared(named, a, value),
		};
	});
	return { kind: level, system: systemLine(random), contexts, turns: turns.slice(0, 9) };
}

/** Any attribute as the key of up to three others. */
function anyKind(random: Random): SharedKind {
	const domain = pick(random, Object.values(domains));
	const [key, ...shared] = sample(random, domain.attributes, 4);
	return { id: 'records', domain, key: key!, shared, own: [], personal: [], named: (value) => value };
}

function distinctWorlds(random: Random, kind: SharedKind, count: number): SharedWorld[] {
	const composed = isReal(kind) && random() < composedShare;
	const worlds: SharedWorld[] = [];
	while (worlds.length < count) {
		const world = makeWorld(random, kind);
		const key = composed ? `${world.key} and ${kind.key.value(random, '')}` : world.key;
		if (!worlds.some((other) => other.key === key)) worlds.push({ ...world, key });
	}
	return worlds;
}

function isReal(kind: SharedKind): boolean {
	return Object.values(sharedKinds).includes(kind);
}

function inLines(random: Random, { entity, world }: Member, focus: readonly Attribute[], line: string | undefined): string {
	const { kind, key } = world;
	return focus
		.map((a) =>
			capitalized(fill(line ?? pick(random, lines), { k: kind.named(key), keyNoun: kind.key.noun, noun: a.noun, v: valueOf(entity, a) })),
		)
		.join(' ');
}

/** All of them in a line of the same form, or of a person with the key last. */
function inLater(random: Random, member: Member, focus: readonly Attribute[], line: string | undefined): string {
	if (line !== undefined) return inLines(random, member, focus, line);
	return inAnswers(random, member.entity, [...shuffled(random, focus), member.world.kind.key]);
}

function inAnswers(random: Random, entity: Entity, told: readonly Attribute[]): string {
	return told.map((a) => textOf(answerOne(random, entity.name, a, valueOf(entity, a)))).join(' ');
}

function inWords(random: Random, { entity, told }: Member, { forms, style }: Manner): string {
	return random() < 0.3 ? inRows(random, entity, told).text : writePassage(random, entity, told, forms, style).text;
}

function capitalized(text: string): string {
	return text[0]!.toUpperCase() + text.slice(1);
}
