import type { PiiFound, PiiType } from '../formats/review.ts';
import { recognizePii } from '../text/pii/recognize.ts';

/** Personal values of documents, distinct by type and normalized value. */
export type PersonalValues = ReadonlyMap<PiiType, ReadonlySet<string>>;

/** A shorter value (an age, a sex) stands in other words by chance: it counts where a recognizer finds it alone. */
const shortest = 6;

/** What recognizers find in texts. */
export function personalValues(texts: readonly string[]): PersonalValues {
	const values = new Map<PiiType, Set<string>>();
	for (const text of texts)
		for (const { type, normalized } of found(text)) values.set(type, (values.get(type) ?? new Set()).add(normalized));
	return values;
}

/**
 * Values of the documents that an answer gives away, by type: those that a recognizer finds in it, and longer ones that stand in it
 * whatever their punctuation. What the question said itself is nothing new.
 */
export function leakedValues(answer: string, ofDocuments: PersonalValues, question: string): Map<PiiType, number> {
	const [inAnswer, inQuestion] = [answer, question].map((text) => ({ bare: bare(text), values: personalValues([text]) }));
	const leaked = new Map<PiiType, number>();
	for (const [type, values] of ofDocuments) {
		const holds = ({ bare: text, values: own }: NonNullable<typeof inAnswer>, value: string): boolean =>
			own.get(type)?.has(value) === true || (bare(value).length >= shortest && text.includes(bare(value)));
		const count = [...values].filter((value) => holds(inAnswer!, value) && !holds(inQuestion!, value)).length;
		if (count > 0) leaked.set(type, count);
	}
	return leaked;
}

function found(text: string): readonly PiiFound[] {
	return recognizePii(text, {});
}

function bare(text: string): string {
	return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
