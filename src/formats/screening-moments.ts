import * as z from 'zod';
import { screeningRules } from './query-screen-record.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Little-endian floats, as base64. */
const packed = z.base64();

/**
 * What screening a query needs of a corpus, whatever its size: `NAME.moments.json` (`queries moments`), read by the product and by
 * middleware in other programs. Of it no text can be read; embeddings of a sample can.
 */
export const screeningMoments = z.strictObject({
	schema: z.literal('rag-assay/screening-moments@1'),
	/** Which embedder made them; others' queries cannot be screened with them. */
	encoder: z.strictObject({ name: z.string(), sha256 }),
	dimensions: z.number().int().positive(),
	/** Documents. */
	n: z.number().int().nonnegative(),
	/** float64, `[dimensions]`: mean of the unit embeddings. */
	mean: packed,
	/** float64, upper triangle by rows, `[dimensions (dimensions + 1) / 2]`: sum of products of deviations from the mean. */
	scatter: packed,
	/** float32, `[count, dimensions]`: a fixed random sample of at most 5,000 documents, for skewness and the normality check. */
	sample: z.strictObject({ count: z.number().int().nonnegative(), embeddings: packed, seed: z.number().int() }),
	/** What flags. `z`: `null` for rules that are computed for each query, and for `empirical` where there were no benign queries: then nothing is flagged. */
	threshold: z.strictObject({
		rule: z.enum(screeningRules),
		rho: z.number(),
		z: z.number().nullable(),
		/** What `z` is made of: deviations above the mean (`z`, also where it is absent), or these divided by the share of the way from the mean to 1 that is left (`room`). */
		score: z.enum(['z', 'room']).optional(),
		queries: z.number().int().nonnegative(),
	}),
});
export type ScreeningMoments = z.infer<typeof screeningMoments>;
