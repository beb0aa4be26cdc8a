import { z } from 'zod';
import type { Handed } from './declared.ts';

/** The parts of a trace that a model reads. */
export const promptParts = z.object({
	system: z.string().optional(),
	query: z.string(),
	contexts: z.array(z.object({ id: z.string(), text: z.string() })),
	response: z.string().optional(),
});
export type PromptParts = Handed<typeof promptParts>;
