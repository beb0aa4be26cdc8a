import { z } from 'zod';

/** What a batch of answers is, beside those that the profile was made from: told of many answers together, for one alone shows nothing. */
export const likeness = z.object({
	/** `null`: too few answers to say. */
	unlike: z.boolean().nullable(),
	/** What tells them apart, in words, the most telling first; empty unless they are unlike. */
	differs: z.array(z.string()),
	/** Of the two-sample test: how often a batch that is like the profile's answers looks as unlike. `null`: too few answers. */
	p: z.number().nullable(),
	/** Answers of the batch that were compared. */
	rows: z.number().int().nonnegative(),
});
export type Likeness = z.infer<typeof likeness>;
