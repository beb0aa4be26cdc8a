import type { Bank, LayoutKind } from './banks/bank.ts';
import { askInBank } from './bank-questions.ts';
import type { Attribute, Domain, Side } from './domain.ts';
import { domains } from './domains.ts';
import { knownAttributes, type Entity } from './entity.ts';
import { layRows, layTable, rowLayoutsOf, tableLayoutsOf } from './layouts.ts';
import type { Passage } from './passage.ts';
import { systemLines } from './questions.ts';
import type { Situation } from './situation.ts';
import { freshForSide } from './twins.ts';
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
	const passages =
		layout.kind === 'entity-table'
			? tablePassages(random, bank, entities, asked, withholds, layout.id)
			: entities.map((e): Passage => {
					const stated = statedOf(random, e, asked, e === entity ? !withholds : random() < 0.6);
					const chosen = e === entity ? layout : pick(random, rowLayoutsOf(bank));
					return { text: layRows(random, chosen, e, stated).text, entity: e, stated };
				});
	return {
		kind: 'one',
		system: systemLines[0],
		passages: shuffled(random, passages),
		query: askInBank(random, [bank], entity.name, asked),
		entity,
		asked: [asked],
		withheld: withholds ? asked : null,
		byHeart: new Map(),
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

function statedOf(random: Random, entity: Entity, asked: Attribute, tells: boolean): Attribute[] {
	const others = sample(
		random,
		knownAttributes(entity).filter((a) => a !== asked),
		between(random, 1, 3),
	);
	return tells ? [asked, ...others] : others;
}

function tablePassages(
	random: Random,
	bank: Bank,
	entities: readonly Entity[],
	asked: Attribute,
	withholds: boolean,
	id: string,
): Passage[] {
	const columns = statedOf(random, entities[0]!, asked, true);
	const layout = tableLayoutsOf(bank).find((each) => each.id === id)!;
	// The asked cell alone is blank where it is withheld.
	const laid = layTable(random, layout, entities, columns, { blank: 1, must: (e, a) => !(withholds && e === entities[0] && a === asked) });
	return laid.told.map(({ entity, stated }) => ({ text: laid.text, entity, stated }));
}
