import { knownAttributes, valueOf, type Entity } from './entity.ts';
import { isWoman } from './names.ts';
import { formsOf, isTrained, type Attribute, type Domain, type FormSide } from './domain.ts';
import { pick, shuffled, type Random } from '../../src/statistics/random.ts';

/** A document of the world and what it states. */
export interface Passage {
	readonly text: string;
	readonly entity: Entity;
	readonly stated: readonly Attribute[];
}

/** The entity as subject, possessive and object. */
type Mention = Readonly<Record<'S' | 'P' | 'O', string>>;

/** Shares of sentences that are joined to the one before, and that end in a phrase which states nothing. */
export interface PassageStyle {
	readonly joined: number;
	readonly tailed: number;
}

const joints = [', and ', '; ', ', while ', ', but ', ' and also, '];
const tails = [
	', as noted',
	', we are told',
	' at the time',
	', as far as anyone knows',
	', which was checked twice',
	' as of this week',
	', to be exact',
	', according to the sheet',
	' once again',
	', which nobody doubts',
];

const pronounShare = 0.5;
const asideShare = 0.35;
const listShare = 0.7;

/** Put before a statement now and then; the training side alone has them, so that a value is found whatever stands around it. */
const leads = [
	'According to the file,',
	'As far as we know,',
	'The notes say that',
	'It is on record that',
	'At that time,',
	'In short,',
	'We were told that',
	'For the record,',
	'As mentioned before,',
	'The list shows that',
	'Later on,',
	'By all accounts,',
];
const leadShare = 0.12;
/** Said of any noun, on the training side. */
const generic = [
	'{P} {noun} is {v}.',
	'The {noun} is {v}.',
	'The {noun} given for {O} is {v}.',
	'On file, {P} {noun} is {v}.',
	'{noun}: {v}.',
	'For {O}, the {noun} was noted as {v}.',
	'{S} has this {noun}: {v}.',
];
const genericShare = 0.12;

/** Writes a passage about an entity that states these attributes, in random order, in forms of the given side. */
export function writePassage(
	random: Random,
	entity: Entity,
	attributes: readonly Attribute[],
	side: FormSide,
	style?: PassageStyle,
): Passage {
	const { domain } = entity;
	const listed = domain.heads && random() < listShare ? attributes.filter((a) => a.fragments) : [];
	const sentences: string[] = [];
	if (listed.length > 0 && domain.heads) {
		const pieces = shuffled(random, listed).map((a) =>
			fill(pick(random, a.fragments ? formsOf(a.fragments, side) : []), { v: valueOf(entity, a) }),
		);
		sentences.push(`${pick(random, formsOf(domain.heads, side)).replace('{E}', entity.name)}: ${pieces.join(', ')}.`);
	}
	for (const attribute of shuffled(
		random,
		attributes.filter((a) => !listed.includes(a)),
	)) {
		sentences.push(statement(random, entity, attribute, side, sentences.length === 0));
		if (sentences.length === 1 && random() < asideShare) {
			sentences.push(capitalized(fill(pick(random, formsOf(domain.asides, side)), laterMention(random, entity))));
		}
	}
	return {
		text: (style ? loosened(random, sentences, style, side === 'wide' ? openingsOf(domain) : openings) : sentences).join(' '),
		entity,
		stated: attributes,
	};
}

/** Words at the beginning of a sentence that get a small letter where it runs on from another one. */
const openings = /^(?:The|She|He|Her|His|It|Its|A|An|In|For|We|On) /;

/** The same with all that the domain's many forms begin with; what begins with a place begins with a name or a value. */
function openingsOf({ asides, attributes }: Domain): RegExp {
	const forms = [...leads, ...generic, ...[asides, ...attributes.map((a) => a.statements)].flatMap((some) => formsOf(some, 'wide'))];
	const words = new Set(forms.flatMap((form) => /^[A-Z][a-z'-]*(?= )/.exec(form) ?? []));
	return new RegExp(`^(?:${[...words, 'She', 'He', 'Her', 'His'].join('|')}) `);
}

/** Sentences with phrases behind them, and some run together; what they state stays. */
function loosened(random: Random, sentences: readonly string[], style: PassageStyle, opening: RegExp): string[] {
	const loose: string[] = [];
	for (const sentence of sentences) {
		const tailed = random() < style.tailed && !sentence.includes(':') ? `${sentence.slice(0, -1)}${pick(random, tails)}.` : sentence;
		const before = loose.at(-1);
		if (before !== undefined && random() < style.joined)
			loose[loose.length - 1] = before.slice(0, -1) + pick(random, joints) + tailed.replace(opening, (word) => word.toLowerCase());
		else loose.push(tailed);
	}
	return loose;
}

/** One sentence that states the attribute; the first of a passage names the entity. */
export function statement(random: Random, entity: Entity, attribute: Attribute, side: FormSide, first: boolean): string {
	const forms = isTrained(side) && random() < genericShare ? generic : formsOf(attribute.statements, side);
	const form = pick(random, first ? forms.filter((f) => /\{[SPO]\}/.test(f)) : forms);
	const sentence = fill(form, {
		...(first ? named(random, entity) : laterMention(random, entity)),
		v: valueOf(entity, attribute),
		noun: attribute.noun,
	});
	// A lead stands before whole sentences only; the capital of 'The' is lowered behind it, that of a name stays.
	if (isTrained(side) && /^(?:\{[SP]\}|The) /.test(form) && random() < leadShare)
		return `${pick(random, leads)} ${sentence.replace(/^The /, 'the ')}`;
	return capitalized(sentence);
}

/** Attributes of a passage's entity that it does not state. */
export function unstated(passage: Passage): Attribute[] {
	return knownAttributes(passage.entity).filter((a) => !passage.stated.includes(a));
}

function named(random: Random, entity: Entity): Mention {
	const { title } = entity.domain;
	return naming(title !== undefined && random() < 0.5 ? `${title} ${entity.name}` : entity.name);
}

function naming(name: string): Mention {
	return { S: name, P: `${name}'s`, O: name };
}

function laterMention(random: Random, entity: Entity): Mention {
	if (random() >= pronounShare) return named(random, entity);
	if (!entity.domain.person) return random() < 0.5 ? { S: 'it', P: 'its', O: 'it' } : naming(entity.domain.noun);
	if (random() < 0.4) return naming(entity.domain.noun);
	return isWoman(entity.name) ? { S: 'she', P: 'her', O: 'her' } : { S: 'he', P: 'his', O: 'him' };
}

/** Puts the texts into the places `{key}` of a form. */
export function fill(form: string, texts: Readonly<Record<string, string>>): string {
	return form.replace(/\{(\w+)\}/g, (_, key: string) => {
		const text = texts[key];
		if (text === undefined) throw new RangeError(`nothing for {${key}} in '${form}'`);
		return text;
	});
}

function capitalized(sentence: string): string {
	return sentence[0]!.toUpperCase() + sentence.slice(1);
}
