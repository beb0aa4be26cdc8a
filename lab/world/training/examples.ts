import { answerOne, textOf } from '../answers.ts';
import type { Attribute, Domain } from '../domain.ts';
import { domains, proseDomains } from '../domains.ts';
import { freshEntity, knownAttributes, otherValue, valueOf, withFact, type Entity } from '../entity.ts';
import { memorised } from '../memory.ts';
import { statement, writePassage, type Passage } from '../passage.ts';
import { between, pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { askedOne } from './asking.ts';
import type { TrainingExample, TrainingKind, Turn } from './example.ts';
import { laidOut, laidOutDrill } from './laid-out.ts';
import type { Manner } from './manner.ts';
import { sharedDrill, sharedFacts } from './shared.ts';
import { systemLine } from './system-line.ts';
import { similarTurn, turnAbout } from './turns.ts';
import { withheldAnswer } from './withheld-answer.ts';

/** Binding: many entities that state the same attribute, and a question for each. `plain` says it in the words of the answer. */
function drill(random: Random, plain: boolean, manner: Manner): TrainingExample {
	const domain = pick(random, Object.values(domains));
	const attributes = sample(random, domain.attributes, random() < 0.75 ? 1 : 2);
	const entities = Array.from({ length: between(random, 4, 8) }, () => freshEntity(random, domain, 'train'));
	const stated = (entity: Entity, a: Attribute) =>
		plain && random() < 0.7
			? textOf(answerOne(random, entity.name, a, valueOf(entity, a)))
			: statement(random, entity, a, manner.forms, true);
	const asked = shuffled(
		random,
		entities.flatMap((e) => attributes.map((a) => [e, a] as const)),
	).slice(0, 9);
	return {
		kind: plain ? 'plain-drill' : 'drill',
		system: systemLine(random),
		contexts: entities.map((e) => attributes.map((a) => stated(e, a)).join(' ')),
		turns: asked.map(([e, a]) => ({
			query: plain && random() < 0.5 ? `${e.name}: ${a.noun}?` : askedOne(random, e.name, a, manner),
			answer: answerOne(random, e.name, a, valueOf(e, a)),
		})),
	};
}

/** Passages about different entities; now and then many short ones that all state the same attribute. */
function passagesOf(random: Random, first: Entity, domain: Domain, { style, forms }: Manner, told?: readonly Attribute[]): Passage[] {
	const dense = random() < 0.25;
	const shared = told?.[0] ?? pick(random, domain.attributes);
	const others = Array.from({ length: dense ? between(random, 3, 4) : between(random, 1, 3) }, () =>
		freshEntity(random, random() < 0.88 ? domain : pick(random, proseDomains), 'train'),
	);
	const chosen = (entity: Entity): Attribute[] => {
		const own = sample(random, knownAttributes(entity), dense ? between(random, 1, 2) : between(random, 2, 4));
		return entity.facts.has(shared.id) && random() < (dense ? 0.85 : 0.5)
			? [shared, ...own.filter((a) => a !== shared)].slice(0, Math.max(1, own.length))
			: own;
	};
	return shuffled(random, [
		writePassage(random, first, told ?? chosen(first), forms, style),
		...others.map((entity) => writePassage(random, entity, chosen(entity), forms, style)),
	]);
}

function prose(random: Random, manner: Manner): TrainingExample {
	const domain = pick(random, proseDomains);
	const passages = passagesOf(random, freshEntity(random, domain, 'train'), domain, manner);
	const turns = Array.from({ length: between(random, 4, 9) }, () => turnAbout(random, pick(random, passages), passages, manner));
	return { kind: 'prose', system: systemLine(random), contexts: passages.map((p) => p.text), turns };
}

/** The two attributes of a record that are not personal: the problem, which similar cases share, comes first. */
const [problem] = domains.records.attributes.filter((a) => a.personal !== true);

function recordsExample(random: Random, manner: Manner): TrainingExample {
	if (!problem) throw new RangeError('records name no problem');
	const { records } = domains;
	const problems = new Set<string>();
	const passages: Passage[] = [];
	const count = between(random, 2, 3);
	while (passages.length < count) {
		const entity = freshEntity(random, records, 'train');
		if (problems.has(valueOf(entity, problem))) continue;
		problems.add(valueOf(entity, problem));
		const others = records.attributes.filter((a) => a !== problem);
		passages.push(writePassage(random, entity, [problem, ...sample(random, others, between(random, 3, 4))], manner.forms, manner.style));
	}
	const turns: Turn[] = [];
	for (let i = between(random, 4, 7); i > 0; i--) {
		const passage = pick(random, passages);
		turns.push(
			random() < manner.similarShare ? similarTurn(random, passage, problem, manner) : turnAbout(random, passage, passages, manner),
		);
	}
	return { kind: 'records', system: systemLine(random), contexts: passages.map((p) => p.text), turns };
}

/** Passages about an entity that the model knows by heart: they confirm, leave out or contradict what it knows. */
function memoryExample(random: Random, manner: Manner): TrainingExample {
	const known = pick(random, memorised);
	const facts = shuffled(random, knownAttributes(known));
	const shown = facts.slice(0, between(random, 1, 3));
	const contradicted = random() < 0.4 ? shown[0] : undefined;
	const told = contradicted ? withFact(known, contradicted, otherValue(random, known, contradicted)) : known;
	const passages = passagesOf(random, told, known.domain, manner, shown);
	const recall = (entity: Entity, a: Attribute) =>
		entity === told && a === contradicted && random() < 0.12 ? known.facts.get(a.id) : undefined;
	const own = passages.find((p) => p.entity === told);
	const turns = Array.from({ length: between(random, 4, 7) }, () =>
		turnAbout(random, own && random() < 0.7 ? own : pick(random, passages), passages, manner, recall),
	);
	return { kind: 'memory', system: systemLine(random), contexts: passages.map((p) => p.text), turns };
}

/** Questions without any passage: facts known by heart, and now and then one that nobody knows. */
function byHeart(random: Random, manner: Manner): TrainingExample {
	const turns = Array.from({ length: between(random, 6, 14) }, (): Turn => {
		const stranger = random() < 0.12;
		const entity = stranger ? freshEntity(random, pick(random, Object.values(domains)), 'train') : pick(random, memorised);
		const attribute = pick(random, knownAttributes(entity));
		const value = stranger ? withheldAnswer(random, entity, attribute, [], manner) : valueOf(entity, attribute);
		return { query: askedOne(random, entity.name, attribute, manner), answer: answerOne(random, entity.name, attribute, value) };
	});
	return { kind: 'by-heart', system: systemLine(random), contexts: [], turns };
}

const makers: Readonly<Record<TrainingKind, (random: Random, manner: Manner) => TrainingExample>> = {
	'plain-drill': (random, manner) => drill(random, true, manner),
	drill: (random, manner) => drill(random, false, manner),
	prose,
	records: recordsExample,
	memory: memoryExample,
	'by-heart': byHeart,
	'laid-out': laidOut,
	'laid-out-drill': laidOutDrill,
	shared: sharedFacts,
	'shared-drill': sharedDrill,
};

export function makeExample(random: Random, kind: TrainingKind, manner: Manner): TrainingExample {
	return makers[kind](random, manner);
}
