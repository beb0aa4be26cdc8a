import { trainedBanks } from '../banks/trained.ts';
import type { Attribute } from '../domain.ts';
import { layTable, tableLayoutsOf } from '../layouts.ts';
import { writePassage } from '../passage.ts';
import { makeMember, makeWorld, type Member, type SharedWorld } from '../shared/documents.ts';
import { sharedKinds, type SharedKind } from '../shared/kinds.ts';
import { between, pick, pickWeighted, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import type { TrainingExample, Turn } from './example.ts';
import { inRows } from './laid-out.ts';
import type { Manner } from './manner.ts';
import { personTurn, plainTurn, sharedTurn } from './shared-turns.ts';
import { systemLine } from './system-line.ts';

const laidOutShare = 0.4;
/** Of a conversation, in characters: some 400 tokens. */
const longestDocuments = 1250;

const kindShares = { medical: 0.37, financial: 0.37, records: 0.16, alarms: 0.1 };

/** Documents of people who share facts of a key, and what is asked of them: what is usual, a similar case, somebody's private data. */
export function sharedFacts(random: Random, manner: Manner): TrainingExample {
	const kind = sharedKinds[pickWeighted(random, kindShares)];
	const worlds = worldsOf(random, () => kind, random() < 0.5 ? 1 : between(random, 2, 3));
	const draw = random();
	const count = draw < 0.12 ? 0 : draw < 0.42 ? 1 : draw < 0.8 ? between(random, 2, 4) : between(random, 5, 8);
	const focus = sample(random, kind.shared, between(random, 1, kind.shared.length));
	const drawn = Array.from({ length: count }, (_, i) =>
		makeMember(random, i === 0 ? worlds[0]! : pick(random, worlds), {
			side: 'train',
			asked: focus,
			aside: 0.25,
			omit: 0.12,
			deviate: count > 2 ? 0.1 : 0,
			personal: count > 4 ? [0, 2] : [1, 3],
		}),
	);
	const { members, contexts } = written(random, drawn, manner);
	const turns = Array.from({ length: between(random, 2, 6) }, () =>
		members.length > 0 && random() < 0.15
			? personTurn(random, pick(random, members), manner)
			: sharedTurn(random, pick(random, worlds), members),
	);
	return { kind: 'shared', system: systemLine(random), contexts, turns };
}

/** Binding of key and noun: short documents of several keys, also of different kinds, and a question for each key and noun that they tell of. */
export function sharedDrill(random: Random, manner: Manner): TrainingExample {
	const mixed = random() < 0.25;
	const one = sharedKinds[pickWeighted(random, kindShares)];
	const worlds = worldsOf(random, () => (mixed ? sharedKinds[pickWeighted(random, kindShares)] : one), between(random, 2, 4));
	const focus = new Map(worlds.map(({ kind }) => [kind, sample(random, kind.shared, between(random, 1, 2))]));
	const drawn = worlds.flatMap((world) =>
		Array.from({ length: random() < 0.7 ? 1 : 2 }, () =>
			makeMember(random, world, { side: 'train', asked: focus.get(world.kind)!, aside: 0, omit: 0.05, deviate: 0, personal: [0, 1] }),
		),
	);
	const { members, contexts } =
		!mixed && random() < 0.15 ? tabled(random, drawn, one, focus.get(one)!) : written(random, shuffled(random, drawn), manner);
	const turns = shuffled(
		random,
		worlds.flatMap((world) => focus.get(world.kind)!.map((a) => [world, a] as const)),
	).map(([world, a]): Turn => plainTurn(random, world, [a], members));
	return { kind: 'shared-drill', system: systemLine(random), contexts, turns };
}

function worldsOf(random: Random, kindOf: () => SharedKind, count: number): SharedWorld[] {
	const worlds: SharedWorld[] = [];
	while (worlds.length < count) {
		const world = makeWorld(random, kindOf());
		if (!worlds.some(({ key }) => key === world.key)) worlds.push(world);
	}
	return worlds;
}

interface Written {
	readonly members: readonly Member[];
	readonly contexts: readonly string[];
}

/** The members' documents in random order, each as prose or in a layout; those that would make them too long are left out, members and all. */
function written(random: Random, members: readonly Member[], { forms, style }: Manner): Written {
	const kept: Member[] = [];
	const contexts: string[] = [];
	let length = 0;
	for (const member of shuffled(random, members)) {
		const { entity, told } = member;
		const { text } = random() < laidOutShare ? inRows(random, entity, told) : writePassage(random, entity, told, forms, style);
		if (kept.length > 0 && length + text.length > longestDocuments) continue;
		length += text.length;
		kept.push(member);
		contexts.push(text);
	}
	return { members: kept, contexts };
}

/** All members in one table. */
function tabled(random: Random, members: readonly Member[], kind: SharedKind, attributes: readonly Attribute[]): Written {
	const layout = pick(random, trainedBanks.flatMap(tableLayoutsOf));
	const { text, told } = layTable(
		random,
		layout,
		members.map(({ entity }) => entity),
		[kind.key, ...attributes],
		{ blank: 0 },
	);
	return { members: members.map((member, i) => ({ ...member, told: told[i]!.stated })), contexts: [text] };
}
