import type { Bank, LayoutKind, RowLayout, TableLayout } from './banks/bank.ts';
import { askInBank } from './bank-questions.ts';
import type { Attribute, Domain, Side } from './domain.ts';
import { domains } from './domains.ts';
import { knownAttributes, type Entity } from './entity.ts';
import { layRows, layTable, rowLayoutsOf } from './layouts.ts';
import { memorizedBySide } from './memory.ts';
import type { Passage } from './passage.ts';
import { systemLines } from './questions.ts';
import type { Situation } from './situation.ts';
import { contradicted, freshForSide, isMemoryKind, type Withholding } from './twins.ts';
import { between, pick, sample, shuffled, type Random } from '../../src/statistics/random.ts';

/** A situation whose passages stand in a bank's layouts. The rows of a table are passages of their own with the same text, which a prompt holds once. */
export interface LaidOutSituation extends Situation {
	/** The layout that tells of the entity asked about. */
	readonly layout: LayoutKind;
}

/** One question about a fresh entity in a bank's words; two or three entities, each in a layout of their own or all in a table. `withholds`: the asked fact is not told of the entity, but of another one more often than not. */
export function makeLaidOutSituation(random: Random, bank: Bank, side: Side, withholds: boolean, kind?: LayoutKind): LaidOutSituation {
	const layout = pick(random, kind === undefined ? bank.layouts : bank.layouts.filter((each) => each.kind === kind));
	const domain = pick(random, Object.values(domains));
	const entities = namesApart(random, domain, side, between(random, 2, 3));
	const [entity] = entities;
	if (!entity) throw new RangeError('a situation is about somebody');
	const asked = pick(random, domain.attributes);
	return layOut(random, bank, layout, {
		kind: 'one',
		entities,
		asked: [asked],
		withheld: withholds ? [asked] : [],
		byHeart: new Map(),
	});
}

/** The kinds of situations that are written in layouts, too. */
export type LaidOutKind = 'one' | 'two' | 'three' | 'memory' | 'memory-two' | 'contradiction';

const askedCounts: Readonly<Record<LaidOutKind, number>> = { one: 1, two: 2, three: 3, memory: 1, 'memory-two': 2, contradiction: 1 };

/**
 * A situation of a kind as `makeSituation` has it, in a bank's layouts and questions: about a fresh entity or a memorized one, one to three questions.
 * `about`: a memorized entity and what is asked of it, where those are chosen already.
 */
export function makeLaidOutOfKind(
	random: Random,
	bank: Bank,
	side: Side,
	kind: LaidOutKind,
	{
		withholds,
		about,
	}: { readonly withholds: Withholding; readonly about?: { readonly entity: Entity; readonly asked: readonly Attribute[] } },
): LaidOutSituation {
	const layout = pick(random, bank.layouts);
	const known = isMemoryKind(kind) ? (about?.entity ?? pick(random, memorizedBySide[side])) : undefined;
	const domain = known?.domain ?? pick(random, Object.values(domains));
	const others = namesApart(random, domain, side, between(random, 1, 2) + (known === undefined ? 1 : 0));
	const entity = known ?? others[0]!;
	const asked = about?.asked ?? sample(random, knownAttributes(entity), askedCounts[kind]);
	const told = kind === 'contradiction' ? contradicted(random, entity, asked[0]!) : entity;
	const withheld = kind === 'contradiction' || withholds === false ? [] : withholds === 'all' ? asked : [pick(random, asked)];
	return layOut(random, bank, layout, {
		kind,
		entities: [told, ...(known === undefined ? others.slice(1) : others)],
		asked,
		withheld,
		byHeart: known?.facts ?? new Map(),
	});
}

/** What passages tell, before they are written; the first entity is the one asked about. */
interface Plot extends Pick<Situation, 'kind' | 'asked' | 'withheld' | 'byHeart'> {
	readonly entities: readonly Entity[];
}

function layOut(random: Random, bank: Bank, layout: RowLayout | TableLayout, plot: Plot): LaidOutSituation {
	const { kind, entities, asked, withheld, byHeart } = plot;
	const entity = entities[0]!;
	const mayStand = asked.filter((a) => !withheld.includes(a));
	const passages =
		layout.kind === 'entity-table'
			? tablePassages(random, layout, plot)
			: entities.map((e): Passage => {
					const key = asked[0]!;
					const told = e === entity ? mayStand : random() < 0.6 && e.facts.has(key.id) ? [key] : [];
					const stated = [...told, ...furtherOf(random, e, asked)];
					const chosen = e === entity ? layout : pick(random, rowLayoutsOf(bank));
					return { text: layRows(random, chosen, e, stated).text, entity: e, stated };
				});
	return {
		kind,
		system: systemLines[0],
		passages: shuffled(random, passages),
		query: asked.map((a) => askInBank(random, [bank], entity.name, a)).join(' '),
		entity,
		asked,
		withheld,
		byHeart,
		layout: layout.kind,
	};
}

function namesApart(random: Random, domain: Domain, side: Side, count: number): Entity[] {
	const entities: Entity[] = [];
	while (entities.length < count) {
		const entity = freshForSide(random, domain, side);
		if (!entities.some(({ name }) => name === entity.name)) entities.push(entity);
	}
	return entities;
}

/** One to three facts besides what is asked. */
function furtherOf(random: Random, entity: Entity, asked: readonly Attribute[]): Attribute[] {
	const others = knownAttributes(entity).filter((a) => !asked.includes(a));
	return sample(random, others, Math.min(others.length, between(random, 1, 3)));
}

function tablePassages(random: Random, layout: TableLayout, { entities, asked, withheld }: Plot): Passage[] {
	const columns = [...asked, ...furtherOf(random, entities[0]!, asked)];
	// Of the entity asked about the withheld cells alone are blank; of others, what is not known of them.
	const laid = layTable(random, layout, entities, columns, {
		blank: 1,
		must: (e, a) => e.facts.has(a.id) && !(e === entities[0] && withheld.includes(a)),
	});
	return laid.told.map(({ entity, stated }) => ({ text: laid.text, entity, stated }));
}
