import { answerOne } from '../answers.ts';
import type { Bank } from '../banks/bank.ts';
import { trainedBanks } from '../banks/trained.ts';
import type { Attribute, Domain } from '../domain.ts';
import { domains } from '../domains.ts';
import { freshEntity, knownAttributes, otherValue, valueOf, withFact, type Entity } from '../entity.ts';
import { layRows, layTable, rowLayoutsOf, tableLayoutsOf, type LaidOut } from '../layouts.ts';
import { memorised } from '../memory.ts';
import { writePassage, type Passage } from '../passage.ts';
import { between, pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { askedOne } from './asking.ts';
import type { TrainingExample, Turn } from './example.ts';
import type { Manner } from './manner.ts';
import { systemLine } from './system-line.ts';
import { turnAbout } from './turns.ts';

/** Shares of examples: about an entity that is known by heart; with a table of all its entities; of passages that stay prose. */
const knownShare = 0.2;
const tableShare = 0.26;
const proseShare = 0.22;
/** Of entities: told twice, in agreement or not. */
const repeatedShare = 0.12;
const contradictedShare = 0.05;

/** Rows in a layout of a trained bank, each layout as likely as the others. */
export function inRows(random: Random, entity: Entity, attributes: readonly Attribute[], banks: readonly Bank[] = trainedBanks): LaidOut {
	return layRows(random, pick(random, banks.flatMap(rowLayoutsOf)), entity, attributes);
}

export function inTable(random: Random, entities: readonly Entity[], attributes: readonly Attribute[], blank: number): LaidOut {
	return layTable(random, pick(random, trainedBanks.flatMap(tableLayoutsOf)), entities, attributes, { blank });
}

/** What users ask, of passages in other layouts: about fresh entities, or about one that is known by heart and that they may contradict. */
export function laidOut(random: Random, manner: Manner): TrainingExample {
	const known = random() < knownShare ? pick(random, memorised) : undefined;
	const domain = known?.domain ?? pick(random, Object.values(domains));
	const shown = known ? sample(random, knownAttributes(known), between(random, 1, 3)) : [];
	const contradicted = random() < 0.4 ? shown[0] : undefined;
	const told = known && contradicted ? withFact(known, contradicted, otherValue(random, known, contradicted)) : known;
	const { contexts, passages } =
		told === undefined && random() < tableShare ? table(random, domain, manner) : documents(random, domain, manner, told, shown);
	const recall = (entity: Entity, a: Attribute) =>
		known && entity === told && a === contradicted && random() < 0.12 ? known.facts.get(a.id) : undefined;
	const own = passages.find((p) => p.entity === told);
	const turns = Array.from({ length: between(random, 4, 8) }, () =>
		turnAbout(random, own && random() < 0.6 ? own : pick(random, passages), passages, manner, recall),
	);
	return { kind: 'laid-out', system: systemLine(random), contexts, turns };
}

interface Documents {
	readonly contexts: readonly string[];
	/** What each entity's documents state, the entities each once. */
	readonly passages: readonly Passage[];
}

/** Documents of two to four entities. What comes twice says the same, or, behind it, another value that is not believed. */
function documents(random: Random, domain: Domain, manner: Manner, told: Entity | undefined, shown: readonly Attribute[]): Documents {
	const key = shown[0] ?? pick(random, domain.attributes);
	const others = Array.from({ length: between(random, told ? 1 : 2, 3) }, () => freshEntity(random, domain, 'train'));
	const groups = [...(told ? [told] : []), ...others].map((entity) => {
		const drawn = sample(random, knownAttributes(entity), between(random, 2, 4));
		const own = entity.facts.has(key.id) && random() < 0.6 ? [key, ...drawn.filter((a) => a !== key)].slice(0, drawn.length) : drawn;
		return group(random, entity, entity === told ? shown : own, manner);
	});
	const order = shuffled(random, groups);
	return { contexts: order.flatMap((g) => g.texts), passages: order.map((g) => g.passage) };
}

function group(random: Random, entity: Entity, stated: readonly Attribute[], manner: Manner): { texts: string[]; passage: Passage } {
	const text =
		random() < proseShare ? writePassage(random, entity, stated, manner.forms, manner.style).text : inRows(random, entity, stated).text;
	const texts = [text];
	const again = random();
	if (again < contradictedShare) {
		const attribute = pick(random, stated);
		texts.push(inRows(random, withFact(entity, attribute, otherValue(random, entity, attribute)), [attribute]).text);
	} else if (again < contradictedShare + repeatedShare)
		texts.push(inRows(random, entity, sample(random, stated, between(random, 1, 2))).text);
	return { texts, passage: { text, entity, stated } };
}

/** A table of some entities, with cells left blank, and now and then a document of one more. */
function table(random: Random, domain: Domain, manner: Manner): Documents {
	const entities = Array.from({ length: between(random, 2, 5) }, () => freshEntity(random, domain, 'train'));
	const laid = inTable(random, entities, sample(random, domain.attributes, between(random, 1, 4)), random() < 0.5 ? 0.2 : 0);
	const passages = laid.told.map(({ entity, stated }) => ({ text: laid.text, entity, stated })).filter(({ stated }) => stated.length > 0);
	const more = random() < 0.4 || passages.length === 0 ? documents(random, domain, manner, undefined, []) : { contexts: [], passages: [] };
	return { contexts: shuffled(random, [laid.text, ...more.contexts.slice(0, 1)]), passages: [...passages, ...more.passages.slice(0, 1)] };
}

/** Binding in layouts: many entities that state the same attributes in one layout, in documents of their own or in a table, and a question for each. */
export function laidOutDrill(random: Random, manner: Manner): TrainingExample {
	const domain = pick(random, Object.values(domains));
	const attributes = sample(random, domain.attributes, between(random, 1, 2));
	const entities = Array.from({ length: between(random, 3, 6) }, () => freshEntity(random, domain, 'train'));
	const layout = pick(random, trainedBanks.flatMap(rowLayoutsOf));
	const contexts =
		random() < 0.3
			? [inTable(random, entities, attributes, 0).text]
			: entities.map((entity) => layRows(random, layout, entity, attributes).text);
	const turns = shuffled(
		random,
		entities.flatMap((e) => attributes.map((a) => [e, a] as const)),
	).map(([e, a]): Turn => ({ query: askedOne(random, e.name, a, manner), answer: answerOne(random, e.name, a, valueOf(e, a)) }));
	return { kind: 'laid-out-drill', system: systemLine(random), contexts, turns };
}
