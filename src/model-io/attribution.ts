import { z } from 'zod';
import { count, fitting, float64, list, misfits, uint32, type Handed } from './schema.ts';
import { truncation } from './scores.ts';

/** Where a token's probability can come from: the columns of `sources`, in the order of docs/methods/spad.md. */
export const sourceNames = ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const;
export type SourceName = (typeof sourceNames)[number];
/** Columns of `sources`. */
export const sourceCount = sourceNames.length;

/** The four sources that attention draws from: the first columns of `sources`, and those of a layer's `attention`. */
export const attendedCount = 4;

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

/** The largest error of the sums that hold by construction; a probability each. */
export interface AttributionError {
	/** Of `|Σ sources − exp(logProbability)|`. */
	readonly sources: number;
	/** Of `|Σ contextShares − rag|`; 0 without contexts, whose `rag` must then be 0 too. */
	readonly contexts: number;
}

/**
 * How far an attribution is from adding up. An instrumented graph that was misread shows here (docs/methods/spad.md: within 1e-4 in fp32).
 * Not a number where a part is none.
 * @throws RangeError when an array has not the length that the number of tokens gives it.
 */
export function attributionError(response: AttributedResponse): AttributionError {
	for (const { path, length, expected } of misfits(attributedResponse, response))
		throw new RangeError(`${path.join('.')} holds ${length} values, not ${expected}`);
	const contexts = response.contextIds.length;
	const rag = sourceNames.indexOf('rag');
	const result = { sources: 0, contexts: 0 };
	for (const [t, logProbability] of response.logProbability.entries()) {
		const row = response.sources.subarray(t * sourceCount, (t + 1) * sourceCount);
		result.sources = Math.max(result.sources, Math.abs(sum(row) - Math.exp(logProbability)));
		const shares = response.contextShares.subarray(t * contexts, (t + 1) * contexts);
		result.contexts = Math.max(result.contexts, Math.abs(sum(shares) - row[rag]!));
	}
	return result;
}

function sum(values: Float64Array): number {
	return values.reduce((total, value) => total + value, 0);
}

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
