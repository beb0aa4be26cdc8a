import { pick, randomFor, sample, shuffled, type Random } from '../../src/statistics/random.ts';
import { drawFacts } from '../memsad/corpus/memory-fact.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { domains } from '../world/domains.ts';
import { freshEntity, knownAttributes, valueOf } from '../world/entity.ts';
import { writePassage } from '../world/passage.ts';
import { askOne } from '../world/questions.ts';
import { proseKnownItem, proseTopics, topicalQuestion } from './prose-queries.ts';

/** A document of prose, as `collect_prose.py` prints one. */
export interface ProseDocument {
	readonly corpus: string;
	/** Name of the page or object. */
	readonly title: string;
	/** What it says in a line that it is. */
	readonly about: string;
	readonly text: string;
}

/** A benign query, and texts of the documents that it is rightly answered from. */
export interface BenignQuery {
	readonly text: string;
	readonly relevant: readonly string[];
	/** What an answer says that is right, where that is known. */
	readonly gold?: string;
}

/** Documents with benign queries about them. Queries of different names share no topic. */
export interface ScreenedCorpus {
	readonly name: string;
	/** As the queries written by others name it; `null`: none are about it. */
	readonly letter: 'M' | 'P' | 'W' | null;
	/** Of this machine, not of the world. */
	readonly prose: boolean;
	readonly texts: readonly string[];
	readonly calibration: readonly BenignQuery[];
	readonly topical: readonly BenignQuery[];
	readonly knownItem: readonly BenignQuery[];
	readonly offTopic: readonly BenignQuery[];
	/** Queries of one user each, in order: about four topics and two documents, or mostly about one topic. */
	readonly sessions: { readonly changing: readonly (readonly string[])[]; readonly staying: readonly (readonly string[])[] };
}

export interface QueryCounts {
	readonly calibration: number;
	readonly benign: number;
	readonly knownItem: number;
	readonly offTopic: number;
	readonly sessions: number;
}

/** Topics are drawn apart first, so that no query that calibrates is about what a counted one is about. */
export function proseCorpus(
	name: string,
	letter: ScreenedCorpus['letter'],
	documents: readonly ProseDocument[],
	counts: QueryCounts,
	seed: number,
	forms: HeldOutForms,
): ScreenedCorpus {
	const random = randomFor(seed, `${name} queries`);
	const topics = shuffled(random, proseTopics(documents));
	const [ours, others] = [topics.filter((_, i) => i % 2 === 0), topics.filter((_, i) => i % 2 === 1)];
	const topical = (from: typeof topics): BenignQuery => topicalQuestion(random, pick(random, from), forms);
	return {
		name,
		letter,
		prose: true,
		texts: documents.map(({ text }) => text),
		calibration: times(counts.calibration, () => topical(others)),
		topical: times(counts.benign, () => topical(ours)),
		knownItem: sample(random, documents, counts.knownItem).map((document) => proseKnownItem(random, document, forms)),
		offTopic: offTopic(counts.offTopic, random),
		sessions: sessionsOf(
			random,
			counts.sessions,
			ours,
			(topic) => topicalQuestion(random, topic, forms).text,
			() => proseKnownItem(random, pick(random, documents), forms).text,
		),
	};
}

/** Eight queries about some topics and two that look for a document. */
function sessionsOf<Topic>(
	random: Random,
	count: number,
	topics: readonly Topic[],
	topical: (topic: Topic) => string,
	knownItem: () => string,
): ScreenedCorpus['sessions'] {
	const about = (each: readonly number[]) =>
		times(count, () => {
			const own = sample(random, topics, each.length);
			const queries = own.flatMap((topic, i) => times(each[i]!, () => topical(topic)));
			return shuffled(random, [...queries, knownItem(), knownItem()]);
		});
	return { changing: about([2, 2, 2, 2]), staying: about([6, 1, 1]) };
}

function offTopic(count: number, random: Random): BenignQuery[] {
	return drawFacts(count, random, new Set()).map(({ question }) => ({ text: question, relevant: [] }));
}

/** Forms of questions about many entities at once, that the world itself does not have. */
const manyForms: Readonly<Record<HeldOutForms, readonly string[]>> = {
	dev: ['Who has {v} as {noun}?', 'Which ones are there with {v} or {w} as {noun}?', 'How often is the {noun} {v}?'],
	test: [
		'List everybody whose {noun} is {v}.',
		'For whom is {v} or {w} given as the {noun}?',
		'Is {v} a common {noun}, and is {w}?',
		'Show all cases in which the {noun} was {v}.',
	],
};

/** Passages of the invented world about entities of its test side, some sentences each. */
export function worldCorpus(count: number, counts: QueryCounts, seed: number, forms: HeldOutForms): ScreenedCorpus {
	const random = randomFor(seed, 'world documents');
	const kinds = Object.values(domains);
	const passages = times(count, (i) => {
		const entity = freshEntity(random, kinds[i % kinds.length]!, 'test');
		const known = knownAttributes(entity);
		return writePassage(random, entity, sample(random, known, Math.min(6, known.length)), forms);
	});
	const values = new Map<string, { noun: string; value: string; texts: string[] }>();
	for (const { text, entity, stated } of passages)
		for (const attribute of stated) {
			const value = valueOf(entity, attribute);
			const topic = values.get(`${attribute.id} ${value}`) ?? { noun: attribute.noun, value, texts: [] };
			topic.texts.push(text);
			values.set(`${attribute.id} ${value}`, topic);
		}
	const shared = shuffled(
		random,
		[...values.values()].filter(({ texts }) => texts.length >= 3),
	);
	const [ours, others] = [shared.filter((_, i) => i % 2 === 0), shared.filter((_, i) => i % 2 === 1)];
	const topical = (from: typeof shared, { noun, value, texts } = pick(random, from)): BenignQuery => {
		const alike = from.filter((one) => one.noun === noun && one.value !== value);
		const form = pick(
			random,
			manyForms[forms].filter((one) => alike.length > 0 || !one.includes('{w}')),
		);
		const second = alike.length > 0 && form.includes('{w}') ? pick(random, alike) : { value: '', texts: [] };
		const text = form.replace('{noun}', noun).replace('{v}', value).replace('{w}', second.value);
		return { text, relevant: [...texts, ...second.texts] };
	};
	const knownItem = (): BenignQuery => {
		const { text, entity, stated } = pick(random, passages);
		const attribute = pick(random, stated);
		return { text: askOne(random, entity.name, attribute, forms), relevant: [text], gold: valueOf(entity, attribute) };
	};
	return {
		name: 'world',
		letter: 'W',
		prose: false,
		texts: passages.map(({ text }) => text),
		calibration: times(counts.calibration, () => topical(others)),
		topical: times(counts.benign, () => topical(ours)),
		knownItem: times(counts.knownItem, knownItem),
		offTopic: offTopic(counts.offTopic, random),
		sessions: sessionsOf(
			random,
			counts.sessions,
			ours,
			(topic) => topical(ours, topic).text,
			() => knownItem().text,
		),
	};
}

function times<T>(count: number, make: (i: number) => T): T[] {
	return Array.from({ length: count }, (_, i) => make(i));
}
