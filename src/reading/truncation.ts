import { z } from 'zod';
import type { Handed } from './declared.ts';

/** What was left out so that a trace fits into the context window; counts are tokens. */
export const truncation = z.object({
	contextWindow: z.number(),
	promptTokens: z.number(),
	responseTokens: z.number(),
	/** Contexts cut, last first; `index` in the trace, from 0; `keptTokens` 0 means dropped. `keptLength`: UTF-16 code units of its text, from its start, that were kept. */
	cutContexts: z.array(z.object({ id: z.string(), index: z.number(), tokens: z.number(), keptTokens: z.number(), keptLength: z.number() })),
	/** Response tokens at the end that were not scored. */
	unscoredResponseTokens: z.number(),
	/** One sentence for people. */
	message: z.string(),
});
export type Truncation = Handed<typeof truncation>;
