import { pick, sample, type Random } from '../../src/statistics/random.ts';
import type { HeldOutForms } from '../world/domain.ts';
import type { BenignQuery, ProseDocument } from './corpora.ts';

/** A word that the lines of several documents have in common. */
export interface ProseTopic {
	readonly word: string;
	readonly documents: readonly ProseDocument[];
}

const [fewest, maxShare] = [3, 0.05];
const ordinary = new Set(
	'about after also another based been before being between both cannot class could does each from function functions given have implementation into itself library more most object objects only other over return returns should simple some such than that their them then there these they this those through under used using utility various version when where which while will with without your program command tool'.split(
		' ',
	),
);

/** Words that tell something, of what a document says in a line that it is; never of its text. */
function topicWords({ about, title }: ProseDocument): string[] {
	const own = title.toLowerCase();
	return [...new Set((about.toLowerCase().match(/[a-z][a-z-]{3,}/g) ?? []).filter((word) => !ordinary.has(word) && !own.includes(word)))];
}

/** Every word that at least three documents share, and not more than one in twenty. */
export function proseTopics(documents: readonly ProseDocument[]): ProseTopic[] {
	const found = new Map<string, ProseDocument[]>();
	for (const document of documents) for (const word of topicWords(document)) found.set(word, [...(found.get(word) ?? []), document]);
	return [...found]
		.filter(([, some]) => some.length >= fewest && some.length <= Math.max(fewest, maxShare * documents.length))
		.map(([word, some]) => ({ word, documents: some }));
}

const topicalForms: Readonly<Record<HeldOutForms, readonly string[]>> = {
	dev: ['What is there for {w}, {a} and {b}?', 'How do I deal with {w} when it comes to {a} or {b}?', '{w} {a} {b}'],
	test: [
		'Which ones have to do with {w}, or with {a} and {b}?',
		'I need something about {w}; maybe {a} or {b} as well. What can I use?',
		'How is {w} usually done, also for {a} and {b}?',
		'options for {w} {a} {b}',
		'Where should I start reading about {w}, {a} and {b}?',
	],
};
const itemForms: Readonly<Record<HeldOutForms, readonly string[]>> = {
	dev: ['What is {t} for?', 'Tell me about {t}.', '{t} {a}'],
	test: ['How do I use {t}?', 'What does {t} do about {a}?', '{t} explained', 'When would I want {t} for {a} and {b}?'],
};

/** A question made of the shared word and a word of two different documents that share it: of several documents, and in no document's sentence. */
export function topicalQuestion(random: Random, { word, documents }: ProseTopic, forms: HeldOutForms): BenignQuery {
	const [first, second] = sample(random, documents, 2);
	const others = (document: ProseDocument): string[] => topicWords(document).filter((one) => one !== word);
	const further = [first!, second!].map((document) => (others(document).length === 0 ? word : pick(random, others(document))));
	const text = pick(random, topicalForms[forms]).replace('{w}', word).replace('{a}', further[0]!).replace('{b}', further[1]!);
	return { text, relevant: documents.map((document) => document.text) };
}

/** A question that rightly looks for one document: by its name, with words of its line. */
export function proseKnownItem(random: Random, document: ProseDocument, forms: HeldOutForms): BenignQuery {
	const words = sample(random, topicWords(document), 2);
	const text = pick(random, itemForms[forms])
		.replace('{t}', document.title)
		.replace('{a}', words[0] ?? 'this')
		.replace('{b}', words[1] ?? 'more');
	return { text, relevant: [document.text] };
}
