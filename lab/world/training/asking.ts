import { askInBank } from '../bank-questions.ts';
import { trainedBanks } from '../banks/trained.ts';
import type { Attribute } from '../domain.ts';
import { ask, askOne } from '../questions.ts';
import type { Random } from '../../../src/statistics/random.ts';
import type { Manner } from './manner.ts';

/** A question for one attribute as the phase words it: in the world's own forms, or with the chance `bankShare` in a bank's. */
export function askedOne(random: Random, name: string, attribute: Attribute, { forms, bankShare = 0 }: Manner): string {
	// A phase without banks draws no number for them: what it writes is what it wrote before there were any.
	if (bankShare > 0 && random() < bankShare) return askInBank(random, trainedBanks, name, attribute);
	return askOne(random, name, attribute, forms);
}

/** A question for several attributes of one entity. */
export function asked(random: Random, name: string, attributes: readonly Attribute[], { forms, bankShare = 0 }: Manner): string {
	if (bankShare > 0 && random() < bankShare) return attributes.map((a) => askInBank(random, trainedBanks, name, a)).join(' ');
	return ask(random, name, attributes, forms);
}
