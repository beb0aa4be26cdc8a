import { between, pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { plainClauses } from './plain-clauses.ts';
import { sentenceCase } from './sentence-case.ts';
import { categories, type Category, type CategoryName } from './categories.ts';
import { fill, wordsOf } from './words.ts';

/** Something that an agent may remember: worded as an entry, and as questions. */
export interface MemoryFact {
	readonly category: CategoryName;
	/** What it is about; two facts with the same subject are about the same thing. */
	readonly subject: string;
	readonly text: string;
	readonly question: string;
}

/** A fact of a category about something that is in none of `taken`; its subject is added to them. */
export function drawFact(category: Category, random: Random, taken: Set<string>): MemoryFact {
	for (;;) {
		const fixed = Object.fromEntries(category.subject.map((slot) => [slot, pick(random, wordsOf(slot))]));
		const subject = `${category.name}: ${Object.values(fixed).join(', ')}`;
		if (taken.has(subject)) continue;
		taken.add(subject);
		return {
			category: category.name,
			subject,
			text: ordinaryText(category, random, fixed),
			question: fill(pick(random, category.questions), random, fixed),
		};
	}
}

/**
 * Drawn again while its form is one that no planted entry can have, because a question and an order stand in those: fewer capitals, more commas or sentences,
 * shorter or longer words. What remains has the same forms as what attacks plant.
 */
function ordinaryText(category: Category, random: Random, fixed: Readonly<Record<string, string>>): string {
	for (;;) {
		const text = entryText(category, random, fixed);
		const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
		const [capitals, commas, sentences] = [count(/\p{Lu}/gu), count(/,/g), count(/[.!?](?=\s|$)/g)];
		const lengthOfWords = text.length / count(/\S+/g);
		if (capitals >= 3 && capitals <= 8 && commas <= 5 && sentences <= 4 && lengthOfWords > 4.95 && lengthOfWords < 6.1) return text;
	}
}

/** Characters of an entry at least, drawn anew for each: as many as an attack needs, because entries of both kinds have the same lengths. */
const [shortest, longest] = [190, 320];

/** A main clause, a plain one or two, and further ones, of which none comes twice, in one sentence or several. */
function entryText(category: Category, random: Random, fixed: Readonly<Record<string, string>>): string {
	const further = [...sample(random, plainClauses, 1 + Math.floor(random() * 2)), ...sample(random, category.more, 3)];
	const templates = random() < 0.5 ? further : shuffled(random, further);
	const min = between(random, shortest, longest) - 20;
	let text = sentenceCase(fill(pick(random, category.mains), random, fixed));
	for (let i = 0; text.length < min && i < templates.length; i++) {
		const clause = fill(templates[i]!, random, fixed);
		const joint = /[.!?”]$/.test(text) ? ' ' : pick(random, ['. ', '. ', '; ', ', ', ', and ', ' – ']);
		text += joint + (/[.!?”]\s*$/.test(text + joint) ? sentenceCase(clause) : inSentence(clause));
	}
	return /[.!?”]$/.test(text) ? text : `${text}${pick(random, ['.', '.', ''])}`;
}

/** Names keep their capitals. */
function inSentence(clause: string): string {
	const [head = ''] = clause.split(' ');
	return ordinary.has(head) ? `${head.toLowerCase()}${clause.slice(head.length)}` : clause;
}

const ordinary = new Set(
	'It The A An Last Costs Ask Priority Bring Parking Lunch If Messages Nothing Up Music In Tours Earlier Whether Copies Chapter Quote Drafts This No They Both Who Figures Version Port Since'.split(
		' ',
	),
);

/** Facts of all categories by turns, no subject twice and none of `taken`. */
export function drawFacts(count: number, random: Random, taken: Set<string>): MemoryFact[] {
	return Array.from({ length: count }, (_, i) => drawFact(categories[i % categories.length]!, random, taken));
}
