import { z } from 'zod';
import { float64, list, uint32, type Handed } from './declared.ts';
import { fitting } from './fitting.ts';
import { sourceCount } from './sources.ts';
import { truncation } from './truncation.ts';

/**
 * A response of `T` tokens attributed in one teacher-forced pass with its contexts (SPAD, docs/methods/spad.md).
 * Token ranges are UTF-16 offsets into the response text: in order, not overlapping, together covering it.
 */
export const attributedResponse = fitting(
	z.object({
		tokenIds: uint32('T'),
		start: uint32('T'),
		end: uint32('T'),
		/** In the order of `sourceNames`: parts of a probability, which may be negative. A row adds up to `P(y_t)`. */
		sources: float64('T', sourceCount),
		/** The `K` contexts of the prompt, in its order. */
		contextIds: list('K', z.string()),
		/** Each context's part of the row's `rag`; a row adds up to it. */
		contextShares: float64('T', 'K'),
		/** `ln P(y_t)`, nats. */
		logProbability: float64('T'),
		/** `H(P_t)`, nats. */
		entropy: float64('T'),
		/** Probability of the likeliest token less that of the second, in `[0, 1]`. */
		margin: float64('T'),
		/** Logit of the likeliest token less that of the second: `ln` of their probabilities' ratio, not below 0. */
		logitMargin: float64('T'),
		/** `−ln Σ_v exp(logit_v)` (Liu et al., NeurIPS 2020, at temperature 1). */
		energy: float64('T'),
	}),
);
export type AttributedResponse = Handed<typeof attributedResponse>;

export const attributeResult = z.object({
	attributed: attributedResponse,
	truncation: truncation.nullable(),
	/** Layers whose attention reads the same state as another branch (the feed-forward block, or one without attention): attention is counted first, and the order matters. */
	parallelLayers: z.number().int(),
	/** Layers, from 0, in which a branch without attention looks at other tokens: its share counts as the model's own layers'. */
	mixingLayers: z.array(z.number().int()),
	/** No source, context's share or part of a layer is off by more, besides what float32 rounds; 0: exact. */
	errorBound: z.number().nonnegative(),
	/** Why a screen that was asked for was not used, a clause; `null` where it was, or none was. */
	unscreened: z.string().nullable(),
});
export type AttributeResult = Handed<typeof attributeResult>;
