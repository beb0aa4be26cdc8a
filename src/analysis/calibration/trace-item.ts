import * as z from 'zod';

/** A stretch of a response with its truth; offsets are UTF-16 units into the item's file. */
const placedSpan = z.object({
	start: z.number().int().nonnegative(),
	end: z.number().int().nonnegative(),
	text: z.string(),
	/** Unsupported; `null`: nobody says. */
	truth: z.boolean().nullable(),
});
export type PlacedSpan = z.infer<typeof placedSpan>;

/** What is known of an answered trace without a model. */
export const traceItem = z.object({
	subject: z.literal('trace'),
	/** That holds the response. */
	file: z.string(),
	trace: z.string(),
	/** What must not stand on both sides of a cut. */
	group: z.string(),
	/** The data's own split; `null` for a trace that names no side, or another one. */
	split: z.enum(['train', 'test']).nullable(),
	/** Answered from contexts that the model has not learned, or from what it has; `contradictory`: its tags say both. */
	side: z.enum(['clean', 'memorised', 'contradictory']).nullable(),
	/** Whether it stands in a data set that was put together for RePCS, nearly all of whose answers have a side, and people have labeled none of its sentences. */
	ofQuerySet: z.boolean(),
	/** Model that wrote the response, where the file names it. */
	writer: z.string().nullable(),
	/** Every sentence of it says that the answer is not known. */
	refuses: z.boolean(),
	/** Hash of everything that a model reads of it: copies have the same. */
	content: z.string(),
	/** How many contexts it has: without one both paths are the same, and what compares them says nothing. */
	contexts: z.number().int().nonnegative(),
	/** The whole of it: unsupported if any sentence is. */
	response: placedSpan,
	sentences: z.array(placedSpan),
});
export type TraceItem = z.infer<typeof traceItem>;

/** Items on which the contexts could change anything. */
export function withContexts<T extends TraceItem>(items: readonly T[]): readonly T[] {
	return items.filter(({ contexts }) => contexts > 0);
}
