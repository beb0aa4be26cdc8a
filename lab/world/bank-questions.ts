import type { Bank } from './banks/bank.ts';
import type { Attribute } from './domain.ts';
import { fill } from './passage.ts';
import { pick, type Random } from '../../src/statistics/random.ts';

/** A question for one fact of an entity in a bank's form; one that begins small has a capital half of the time. */
export function askInBank(random: Random, banks: readonly Bank[], name: string, attribute: Attribute): string {
	const form = pick(random, pick(random, banks).questions);
	const question = fill(form, { E: name, noun: attribute.noun, Noun: capitalized(attribute.noun) });
	return random() < 0.5 ? capitalized(question) : question;
}

/** A question for what is usual for people who share a key, in a form with the places `{k}` and `{noun}`. */
export function askShared(form: string, key: string, noun: string): string {
	return capitalized(fill(form, { k: key, noun, Noun: capitalized(noun) }));
}

function capitalized(text: string): string {
	return text[0]!.toUpperCase() + text.slice(1);
}
