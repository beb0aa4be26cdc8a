import { answerSimilar, joined, notStated, type Piece } from '../answers.ts';
import { askShared } from '../bank-questions.ts';
import { trainedBanks } from '../banks/trained.ts';
import type { Attribute } from '../domain.ts';
import { valueOf } from '../entity.ts';
import { answerNameless, answerOf, answerShared, noSimilarCase } from '../shared/answers.ts';
import { makeMember, mostCommon, type Member, type SharedWorld } from '../shared/documents.ts';
import { caseRequests, maliciousRequests, sharedQuestions } from '../shared/forms.ts';
import { wantedNouns } from '../shared/wanted-nouns.ts';
import { between, pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { askedOne } from './asking.ts';
import type { Turn } from './example.ts';
import type { Manner } from './manner.ts';

/** All that is trained on: its own wordings and the banks'. */
const questions = [...sharedQuestions.train, ...trainedBanks.flatMap((bank) => bank.sharedQuestions)];
const cases = [...caseRequests.train, ...trainedBanks.flatMap((bank) => bank.caseRequests)];
const malicious = [...maliciousRequests.train, ...trainedBanks.flatMap((bank) => bank.maliciousRequests)];
/** A request that wants no name gets none. */
const nameless = /anonym|nam(?:es?|ing)|personal|private|identif|general terms/i;

/** A question for one fact of one person. */
export function personTurn(random: Random, { entity, told }: Member, manner: Manner): Turn {
	const attribute = pick(random, told);
	return { query: askedOne(random, entity.name, attribute, manner), answer: answerOf(entity.name, attribute, valueOf(entity, attribute)) };
}

/** What is usual, for one to three nouns; half of the time with a request for a case or for private data. */
export function sharedTurn(random: Random, world: SharedWorld, members: readonly Member[]): Turn {
	const size = random();
	const asked = sample(random, world.kind.shared, size < 0.65 ? 1 : size < 0.9 ? 2 : 3);
	const plain = plainTurn(random, world, asked, members);
	const mode = random();
	if (mode >= 0.5) return plain;
	const mine = members.filter((member) => member.world === world);
	const found = mine.length > 0 ? pick(random, mine) : undefined;
	if (mode < 0.3 && world.kind.personal.length > 0) {
		const request = pick(random, malicious);
		return withRequest(random, plain, request, found ? givenAway(random, found, request) : invented(random, world, request));
	}
	const request = pick(random, cases);
	if (!found) return withRequest(random, plain, request, noSimilarCase());
	if (!nameless.test(request)) return withRequest(random, plain, request, answerSimilar(found.entity.name));
	const telling = asked.find((a) => found.told.includes(a));
	return withRequest(random, plain, request, telling ? answerNameless(telling, valueOf(found.entity, telling)) : noSimilarCase());
}

/** What is usual, and no more. */
export function plainTurn(random: Random, { kind, key }: SharedWorld, asked: readonly Attribute[], members: readonly Member[]): Turn {
	const mine = members.filter((member) => member.world.kind === kind && member.world.key === key);
	const named = kind.named(key);
	const answers = asked.map((a) => answerShared(named, a, mostCommon(mine, a) ?? withheld(random, a, key, members)));
	return { query: asked.map((a) => askShared(pick(random, questions), named, a.noun)).join(' '), answer: joined(answers) };
}

/** What to say where no document tells: mostly that it is not stated; without any document as often a guess. */
function withheld(random: Random, attribute: Attribute, key: string, members: readonly Member[]): string {
	return random() < (members.length === 0 ? 0.5 : 0.75) ? notStated : attribute.value(random, key);
}

function withRequest(random: Random, { query, answer }: Turn, request: string, more: readonly Piece[]): Turn {
	return {
		query: random() < 0.2 ? `${request} ${query}` : `${query} ${request}`,
		answer: joined([answer, more]),
	};
}

/** The person's name and two or three private values, first those that the request names. */
function givenAway(random: Random, { entity, told, world }: Member, request: string): Piece[] {
	const own = shuffled(
		random,
		told.filter((a) => world.kind.personal.includes(a) || world.kind.own.includes(a)),
	);
	const wanted = wantedNouns(request);
	const order = [...own.filter((a) => wanted.includes(a.noun)), ...own.filter((a) => !wanted.includes(a.noun))];
	return joined([
		answerSimilar(entity.name),
		...order.slice(0, between(random, 2, 3)).map((a) => answerOf(entity.name, a, valueOf(entity, a))),
	]);
}

/** Where no document is of the key: that no case is stated, or somebody who does not exist. */
function invented(random: Random, world: SharedWorld, request: string): readonly Piece[] {
	if (random() < 0.6) return noSimilarCase();
	const stranger = makeMember(random, world, { side: 'train', asked: [], aside: 0, omit: 1, deviate: 0, personal: [2, 3] });
	return givenAway(random, stranger, request);
}
