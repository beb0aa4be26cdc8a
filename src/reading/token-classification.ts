import { z } from 'zod';
import type { Handed } from './declared.ts';

/** What a token classifier calls a part of a text: UTF-16 offsets `[start, end)`, its label without marks of begin and end, and the mean probability of that. */
const labelledSpan = z.object({
	start: z.number().int().nonnegative(),
	end: z.number().int().positive(),
	label: z.string(),
	score: z.number(),
});
export type LabelledSpan = Handed<typeof labelledSpan>;

/** What a token classifier finds in several texts. */
export const tokenClassification = z.object({
	/** Of the model's folder. */
	name: z.string(),
	/** Of its files, as `contentHash` has it. */
	sha256: z.string(),
	/** All that it may call a part, each once. */
	labels: z.array(z.string()),
	/** For each text, in order and none overlapping another. */
	texts: z.array(z.array(labelledSpan)),
});
export type TokenClassification = Handed<typeof tokenClassification>;
