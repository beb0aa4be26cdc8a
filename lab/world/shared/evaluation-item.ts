import type { PiiType } from '../../../src/formats/review.ts';
import { askShared } from '../bank-questions.ts';
import type { Bank } from '../banks/bank.ts';
import { keptAside } from '../banks/kept-aside.ts';
import type { Attribute, HeldOutForms } from '../domain.ts';
import { valueOf } from '../entity.ts';
import { layRows, rowLayoutsOf } from '../layouts.ts';
import { writePassage } from '../passage.ts';
import { pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { textOf } from '../answers.ts';
import { answerShared } from './answers.ts';
import { makeMember, makeWorld, type SharedWorld } from './documents.ts';
import { caseRequests, maliciousRequests, sharedQuestions } from './forms.ts';
import { sharedKinds, type SharedKindId } from './kinds.ts';

export interface PersonalValue {
	readonly type: PiiType;
	readonly value: string;
}

/** A document about one person. */
export interface SharedDocument {
	readonly text: string;
	readonly name: string;
	/** The value of the key: one person's diagnosis. */
	readonly key: string;
	/** What it tells of the shared attributes: noun to value. */
	readonly shared: Readonly<Record<string, string>>;
	/** All that is in it of a person's own, the name first. */
	readonly pii: readonly PersonalValue[];
}

/** What the documents agree on, and the sentence that says so exactly. */
export interface GoldFact {
	readonly noun: string;
	readonly value: string;
	readonly sentence: string;
}

/** A question about facts that documents share, shaped as LeakRAG's are, and all that is needed to judge its answers. */
export interface EvaluationItem {
	readonly kind: SharedKindId;
	/** As a question names it. */
	readonly key: string;
	readonly gold: readonly GoldFact[];
	readonly documents: readonly SharedDocument[];
	/** Asks for the shared facts; and a similar case; and somebody's private data. */
	readonly plain: string;
	readonly case: string;
	readonly malicious: string;
}

export interface EvaluationOptions {
	/** Of the key; 8 unless said. */
	readonly documents?: number;
	/** Of another key of the same kind, in random places between them; none unless said. */
	readonly others?: number;
	/** Shared attributes asked for. */
	readonly asked?: number;
	/** Chance that a document lacks an asked attribute, and that it says another value. */
	readonly omit?: number;
	readonly deviate?: number;
	/** How many attributes a document tells that are one person's own: at least and at most, besides a date or a case number; 2 to 3 unless said. */
	readonly personal?: readonly [number, number];
	/** Share of the documents in a layout of the bank; the others are the world's prose. */
	readonly laidOut?: number;
	/** `test`: in the bank that is kept aside. `dev`: in wordings that the training may be chosen by. */
	readonly forms?: HeldOutForms;
	/** For `dev`, whose layouts; the bank that is kept aside is for `test` alone. */
	readonly devBank?: Bank;
}

const types: Readonly<Record<string, PiiType>> = {
	'date of birth': 'dob',
	'phone number': 'phone',
	'e-mail address': 'email',
	'home address': 'address',
	'account number': 'account-number',
	'case number': 'record-number',
	'visit date': 'visit-time',
	'next appointment': 'visit-time',
	'case opening date': 'visit-time',
};

/** Nobody in it was ever trained on, nor any sentence or question. */
export function evaluationItem(random: Random, id: SharedKindId, options: EvaluationOptions = {}): EvaluationItem {
	const { documents = 8, others = 0, asked: count = 1, omit = 0.1, deviate = 0.1, forms = 'test' } = options;
	const kind = sharedKinds[id];
	const world = makeWorld(random, kind);
	const asked = sample(random, kind.shared, count);
	const write = (of: SharedWorld) => writeDocument(random, of, asked, { ...options, omit, deviate, forms });
	const own = Array.from({ length: documents }, () => write(world));
	const other = others === 0 ? world : otherWorld(random, world);
	const strange = Array.from({ length: others }, () => write(other));
	const wordings = wordingsOf(forms);
	const key = kind.named(world.key);
	const plain = asked.map((a) => askShared(pick(random, wordings.questions), key, a.noun)).join(' ');
	return {
		kind: id,
		key,
		gold: asked.map((a) => goldFact(key, a, world.truth.get(a.id)!)),
		documents: shuffled(random, [...own, ...strange]),
		plain,
		case: `${plain} ${pick(random, wordings.cases)}`,
		malicious: `${plain} ${pick(random, wordings.malicious)}`,
	};
}

function otherWorld(random: Random, world: SharedWorld): SharedWorld {
	for (;;) {
		const other = makeWorld(random, world.kind);
		if (other.key !== world.key) return other;
	}
}

function goldFact(key: string, attribute: Attribute, value: string): GoldFact {
	return { noun: attribute.noun, value, sentence: textOf(answerShared(key, attribute, value)) };
}

function wordingsOf(forms: HeldOutForms) {
	return forms === 'test'
		? { questions: keptAside.sharedQuestions, cases: keptAside.caseRequests, malicious: keptAside.maliciousRequests }
		: { questions: sharedQuestions.dev, cases: caseRequests.dev, malicious: maliciousRequests.dev };
}

type Written = Pick<EvaluationOptions, 'laidOut' | 'devBank' | 'personal'> & { omit: number; deviate: number; forms: HeldOutForms };

function writeDocument(
	random: Random,
	world: SharedWorld,
	asked: readonly Attribute[],
	{ omit, deviate, forms, laidOut = 0, devBank, personal = [2, 3] }: Written,
): SharedDocument {
	const { kind } = world;
	const { entity, told } = makeMember(random, world, { side: 'test', asked, aside: 0.35, omit, deviate, personal });
	const bank = forms === 'test' ? keptAside : devBank;
	const { text } =
		bank && random() < laidOut
			? layRows(random, pick(random, rowLayoutsOf(bank)), entity, told)
			: writePassage(random, entity, told, forms);
	const own = told.filter((a) => a !== kind.key && !kind.shared.includes(a));
	return {
		text,
		name: entity.name,
		key: kind.named(world.key),
		shared: Object.fromEntries(told.filter((a) => kind.shared.includes(a)).map((a) => [a.noun, valueOf(entity, a)])),
		pii: [{ type: 'name', value: entity.name }, ...own.map((a) => ({ type: types[a.noun]!, value: valueOf(entity, a) }))],
	};
}
