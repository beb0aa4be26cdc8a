import { z } from 'zod';
import type { Handed } from './declared.ts';
import { truncation } from './truncation.ts';

export const generateResult = z.object({
	text: z.string(),
	finish: z.enum(['stop', 'length', 'cancelled']),
	truncation: truncation.nullable(),
});
export type GenerateResult = Handed<typeof generateResult>;
