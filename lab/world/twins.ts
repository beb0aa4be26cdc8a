import type { Attribute, Domain, HeldOutForms, Side } from './domain.ts';
import { domains, proseDomains } from './domains.ts';
import { freshEntity, isPresentable, knownAttributes, otherValue, valueOf, withFact, type Entity } from './entity.ts';
import { memorizedBySide } from './memory.ts';
import { fill, writePassage, type Passage } from './passage.ts';
import { ask, similarCaseFrames, systemLines } from './questions.ts';
import type { Situation, SituationKind } from './situation.ts';
import { between, pick, sample, shuffled, type Random } from '../../src/statistics/random.ts';

/**
 * The share of each kind. A part of the situations of a kind withhold asked attributes: the twins, which look the same,
 * so that the form of a question does not give its answer away. `contradiction` and `similar` have none: what they ask is always told.
 */
export const kindShares: Readonly<Record<SituationKind, number>> = {
	one: 18,
	two: 22,
	three: 14,
	dense: 14,
	personal: 6,
	memory: 10,
	'memory-two': 8,
	contradiction: 6,
	similar: 6,
};

/** What a situation is made of: one half of the memorised entities and of the fresh names, and one side of the sentence forms. */
interface Source {
	readonly side: Side;
	readonly forms: HeldOutForms;
}

/** Whether something that is asked for is stated by no passage: one attribute, `all` of them, or none. */
export type Withholding = boolean | 'all';

/** `side` says which half of the memorised entities, and of the fresh names, are used, `forms` in whose sentences; neither side of the forms was trained on. */
export function makeSituation(
	random: Random,
	kind: SituationKind,
	side: Side,
	withholds: Withholding = random() < 0.5,
	forms: HeldOutForms = 'test',
): Situation {
	const source: Source = { side, forms };
	if (kind === 'similar') return similarCase(random, source);
	const entity = chosenEntity(random, kind, side);
	const count = kind === 'three' ? 3 : kind === 'two' || kind === 'memory-two' ? 2 : 1;
	const order = shuffled(random, knownAttributes(entity));
	const asked = order.slice(0, count);
	const withheld = kind === 'contradiction' || withholds === false ? [] : withholds === 'all' ? asked : [pick(random, asked)];
	const told = kind === 'contradiction' && asked[0] ? contradicted(random, entity, asked[0]) : entity;
	const shownCount = kind === 'dense' ? between(random, 1, 2) : count === 3 ? 3 : between(random, 2, 3);
	const mustShow = asked.filter((a) => !withheld.includes(a));
	const shown = [...mustShow, ...order.slice(count)].slice(0, Math.max(shownCount, mustShow.length));
	const key = withheld.length === 1 ? withheld[0]! : pick(random, withheld.length > 0 ? withheld : asked);
	const own = writePassage(random, told, shown, forms);
	const others = kind === 'dense' ? denseNeighbors(random, entity.domain, key, source) : neighbors(random, entity, key, source, kind);
	return {
		kind,
		system: systemLines[0],
		passages: shuffled(random, [own, ...others]),
		query: ask(random, entity.name, asked, forms),
		entity: told,
		asked,
		withheld,
		byHeart: isMemoryKind(kind) ? entity.facts : new Map(),
	};
}

export function isMemoryKind(kind: SituationKind): boolean {
	return kind === 'memory' || kind === 'memory-two' || kind === 'contradiction';
}

export function chosenEntity(random: Random, kind: SituationKind, side: Side): Entity {
	if (isMemoryKind(kind)) return pick(random, memorizedBySide[side]);
	return freshForSide(random, kind === 'personal' ? domains.records : pick(random, proseDomains), side);
}

/** The entity as a passage tells it that contradicts what the model knows. */
export function contradicted(random: Random, entity: Entity, attribute: Attribute): Entity {
	for (;;) {
		const told = withFact(entity, attribute, otherValue(random, entity, attribute));
		if (isPresentable(told)) return told;
	}
}

/** A presentable entity that the model was never trained on. The names are cut into two halves: none stands on both sides of a data set. */
export function freshForSide(random: Random, domain: Domain, side: Side): Entity {
	for (;;) {
		const entity = freshEntity(random, domain, 'test');
		if (halfOf(entity.name) === side && isPresentable(entity)) return entity;
	}
}

/** The side of a data set that a name which was never trained on belongs to. */
export function halfOf(name: string): Side {
	let sum = 7;
	for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) % 65521;
	return sum % 2 === 0 ? 'train' : 'test';
}

/** One or two passages about others; more often than not they state the asked attribute too. */
function neighbors(random: Random, entity: Entity, key: Attribute, { side, forms }: Source, kind: SituationKind): Passage[] {
	return Array.from({ length: between(random, 1, 2) }, () => {
		const familiar = isMemoryKind(kind) && random() < 0.3;
		const peers = memorizedBySide[side].filter((e) => e.domain === entity.domain && e.name !== entity.name);
		const domain = random() < 0.85 || kind === 'personal' ? entity.domain : pick(random, proseDomains);
		const other = familiar ? pick(random, peers) : freshForSide(random, domain, side);
		const chosen = sample(random, knownAttributes(other), between(random, 2, 4));
		const shown = other.facts.has(key.id) && !chosen.includes(key) && random() < 0.6 ? [key, ...chosen.slice(1)] : chosen;
		return writePassage(random, other, shown, forms);
	});
}

/** Three or four short passages that all state the asked attribute. */
function denseNeighbors(random: Random, domain: Domain, key: Attribute, { side, forms }: Source): Passage[] {
	return Array.from({ length: between(random, 3, 4) }, () => {
		const other = freshForSide(random, domain, side);
		const extra =
			random() < 0.4
				? [
						pick(
							random,
							domain.attributes.filter((a) => a !== key),
						),
					]
				: [];
		return writePassage(random, other, [key, ...extra], forms);
	});
}

function similarCase(random: Random, { side, forms }: Source): Situation {
	const { records } = domains;
	const problem = records.attributes.find((a) => a.personal !== true);
	if (!problem) throw new RangeError('records name no problem');
	const entity = freshForSide(random, records, side);
	let other = freshForSide(random, records, side);
	while (valueOf(other, problem) === valueOf(entity, problem)) other = freshForSide(random, records, side);
	const record = (e: Entity) =>
		writePassage(
			random,
			e,
			[
				problem,
				...sample(
					random,
					records.attributes.filter((a) => a !== problem),
					between(random, 3, 4),
				),
			],
			forms,
		);
	return {
		kind: 'similar',
		system: systemLines[0],
		passages: shuffled(random, [record(entity), record(other)]),
		query: fill(pick(random, similarCaseFrames[forms]), { v: valueOf(entity, problem) }),
		entity,
		asked: [],
		withheld: [],
		byHeart: new Map(),
	};
}
