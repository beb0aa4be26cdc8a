import { z } from 'zod';
import { count, float64, uint32, type Handed } from './declared.ts';
import { fitting } from './fitting.ts';
import { attendedCount } from './sources.ts';

/** The `N` tokens of one context that a model read, and what each gave. */
const contextOrigins = z.object({
	id: z.string(),
	/** UTF-16 ranges in the context's text, in order. A token that reaches over the text's ends is cut to it. */
	start: uint32('N'),
	end: uint32('N'),
	/** Each token's part of the row's `rag`. Over all contexts a row adds up to it. */
	shares: float64('R', 'N'),
});
export type ContextOrigins = Handed<typeof contextOrigins>;

/**
 * An attribution of `R` response tokens before it is summed over the `L` layers. The probe's probability after a block is `initial` and every part
 * up to it, added up; what then is missing to `P(y_t)` is `ln`.
 */
const layerParts = z.object({
	count: count('L'),
	/** A layer's attention by query, rag, past and self. */
	attention: float64('R', 'L', attendedCount),
	/** A layer's feed-forward block. */
	ffn: float64('R', 'L'),
});
export type LayerParts = Handed<typeof layerParts>;

/** Where the `R` asked response tokens' probabilities come from, key position by key position and layer by layer. */
export const originsResult = fitting(
	z.object({
		/** The asked response tokens, as they were asked for. */
		rows: uint32('R'),
		/** Contexts of the prompt, in its order. */
		contexts: z.array(contextOrigins),
		/** Parts of each layer. With `initial` and `ln` of the row they add up to the token's probability. */
		layers: layerParts,
		/** As that of an attribution. */
		errorBound: z.number().nonnegative(),
	}),
);
export type Origins = Handed<typeof originsResult>;
