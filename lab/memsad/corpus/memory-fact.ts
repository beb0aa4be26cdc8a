import { pick, type Random } from '../../../src/statistics/random.ts';
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
			text: entryText(category, random, fixed),
			question: fill(pick(random, category.questions), random, fixed),
		};
	}
}

/** What an attack needs at least, in characters: entries of both kinds have the same lengths. */
const leastLength = 180;

/** A main sentence and one to four more, of which none comes twice. */
function entryText(category: Category, random: Random, fixed: Readonly<Record<string, string>>): string {
	const parts = [pick(random, category.mains)];
	const further = 1 + Math.floor(random() * 3);
	const sentences = parts.map((part) => sentenceCase(fill(part, random, fixed)));
	while (parts.length <= further || sentences.join('. ').length < leastLength) {
		const next = pick(random, category.more);
		if (parts.includes(next)) continue;
		parts.push(next);
		sentences.push(sentenceCase(fill(next, random, fixed)));
	}
	const last = sentences.pop()!;
	const end = /[.!?”]$/.test(last) ? last : `${last}${pick(random, ['.', '.', '.', ''])}`;
	return [...sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)), end].join(' ');
}

/** Facts of all categories by turns, no subject twice and none of `taken`. */
export function drawFacts(count: number, random: Random, taken: Set<string>): MemoryFact[] {
	return Array.from({ length: count }, (_, i) => drawFact(categories[i % categories.length]!, random, taken));
}
