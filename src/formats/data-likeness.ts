import * as z from 'zod';

/** What a batch of answers is, beside those that the profile was made from: said of several answers together, for one in twenty lies outside by chance. */
export const likeness = z.object({
	/** `null`: too few answers to say. */
	unlike: z.boolean().nullable(),
	/** Answers that lie outside of what the profile's answers look like. */
	outside: z.number().int().nonnegative(),
	/** What tells them apart, in words, the most telling first; empty unless they are unlike. */
	differs: z.array(z.string()),
	/** How often so many answers of a batch that is like the profile's lie outside, by chance. `null`: too few answers. */
	p: z.number().nullable(),
	/** Answers of the batch that were compared. */
	rows: z.number().int().nonnegative(),
});
export type Likeness = z.infer<typeof likeness>;
