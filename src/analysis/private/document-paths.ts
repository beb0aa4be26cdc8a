import { createHash } from 'node:crypto';
import type { PromptParts } from '../../model-io/requests.ts';

/** A retrieved document. */
export interface PrivateDocument {
	readonly id: string;
	readonly text: string;
}

/** What is asked of every path. Public. */
export interface PublicPrompt {
	readonly query: string;
	readonly system?: string | undefined;
}

/** Of a longer document the beginning is read, whatever stands in the others (UTF-16 units); a context window that is smaller cuts further, likewise. */
export const longestDocument = 100_000;

/** The prompt without any document. */
export function promptWithout({ query, system }: PublicPrompt): PromptParts {
	return { query, contexts: [], ...(system === undefined ? {} : { system }) };
}

/**
 * A prompt for each document, in their order: it depends on that document and on what is public. Ids stay out of it, because they may
 * say something, and so does the place among the others. `null`, a path that takes no part, for a blank document: what a neighbor has in
 * the place of one whose text is taken away.
 */
export function pathOfEach(prompt: PublicPrompt, documents: readonly PrivateDocument[]): (PromptParts | null)[] {
	return documents.map((document) => (isBlank(document) ? null : { ...promptWithout(prompt), contexts: [contextOf(document.text, 0)] }));
}

/**
 * A prompt for each of `count` disjoint sets of documents. Which set a document is in depends on its text and the key alone, so that one
 * document moves one set. (Its id is no part of it: that of a line, say, counts the lines before it.) A blank document is in none, and
 * `null` stands for an empty set.
 */
export function pathOfSubsets(
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	count: number,
	key: string,
): (PromptParts | null)[] {
	const sets = Array.from({ length: count }, (): PrivateDocument[] => []);
	for (const document of documents) if (!isBlank(document)) sets[subsetOf(document.text, count, key)]!.push(document);
	return sets.map((set) =>
		set.length === 0 ? null : { ...promptWithout(prompt), contexts: set.map(({ text }, i) => contextOf(text, i)) },
	);
}

/** As it is read: of a long one the beginning. */
function isBlank({ text }: PrivateDocument): boolean {
	return text.slice(0, longestDocument).trim() === '';
}

function subsetOf(text: string, count: number, key: string): number {
	const digest = createHash('sha256')
		.update(JSON.stringify([key, text]))
		.digest();
	return Number(digest.readBigUInt64BE() % BigInt(count));
}

function contextOf(text: string, place: number): { id: string; text: string } {
	const head = text.slice(0, longestDocument);
	// Half of a surrogate pair is no text.
	return { id: String(place + 1), text: /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head };
}
