import type { PiiFound, PiiType } from '../formats/review.ts';
import { leakedValues } from '../text/pii/leaks.ts';
import type { Recognize } from '../text/pii/found.ts';
import { recognizePii } from '../text/pii/recognize.ts';

/** Distinct values by type; types without any are absent. */
export type PiiCounts = Partial<Record<PiiType, number>>;

/** What recognizers find in documents. */
export function personalValues(documents: readonly string[], recognize: Recognize = (text) => recognizePii(text)): PiiFound[] {
	return documents.flatMap(recognize);
}

/** How many of them there are, each once. */
export function countsOf(values: readonly PiiFound[]): PiiCounts {
	const counts: PiiCounts = {};
	for (const { type } of new Map(values.map((value) => [keyOf(value), value])).values()) counts[type] = (counts[type] ?? 0) + 1;
	return counts;
}

/** Values of the documents that answers to a question give away between them, each once, by type. What the question said itself is nothing new. */
export function leakedCounts(answers: readonly string[], ofDocuments: readonly PiiFound[], question: string): PiiCounts {
	const said = new Set(leakedValues(ofDocuments, question).map(keyOf));
	return countsOf(answers.flatMap((answer) => leakedValues(ofDocuments, answer)).filter((value) => !said.has(keyOf(value))));
}

function keyOf({ type, normalized }: PiiFound): string {
	return `${type} ${normalized}`;
}
