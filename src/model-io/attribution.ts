import * as z from 'zod';
import { count, fitting, float64, list, misfits, uint32, type Handed } from './schema.ts';
import { truncation } from './scores.ts';

/** Sources of a token's probability: the columns of `sources`, in the order of docs/methods/spad.md. */
export const sourceNames = ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const;
export type SourceName = (typeof sourceNames)[number];
/** Number of columns of `sources`. */
export const sourceCount = sourceNames.length;

/** Number of sources that attention draws from. They are the first columns of `sources`, and the columns of a layer's `attention`. */
export const attendedCount = 4;

/**
 * A response of `T` tokens, attributed in one teacher-forced pass with its contexts (SPAD, docs/methods/spad.md).
 * Token ranges are UTF-16 offsets into the response text. They are in order, do not overlap, and together cover the text.
 */
const attributedResponse = fitting(
	z.object({
		tokenIds: uint32('T'),
		start: uint32('T'),
		end: uint32('T'),
		/** Parts of a probability, in the order of `sourceNames`. They may be negative. A row adds up to `P(y_t)`. */
		sources: float64('T', sourceCount),
		/** The IDs of the prompt's `K` contexts, in its order. */
		contextIds: list('K', z.string()),
		/** Each context's part of the row's `rag`. A row adds up to `rag`. */
		contextShares: float64('T', 'K'),
		/** `ln P(y_t)`, nats. */
		logProbability: float64('T'),
		/** `H(P_t)`, nats. */
		entropy: float64('T'),
		/** Probability of the likeliest token minus that of the second, in `[0, 1]`. */
		margin: float64('T'),
		/** Logit of the likeliest token minus that of the second. It is `ln` of the ratio of their probabilities, at least 0. */
		logitMargin: float64('T'),
		/** `−ln Σ_v exp(logit_v)` (Liu et al., NeurIPS 2020, at temperature 1). */
		energy: float64('T'),
	}),
);
export type AttributedResponse = Handed<typeof attributedResponse>;

export const attributeResult = z.object({
	attributed: attributedResponse,
	truncation: truncation.nullable(),
	/**
	 * Number of layers whose attention reads the same state as another branch. The other branch is the feed-forward block, or one without
	 * attention. The order matters in these layers, and attention is counted first.
	 */
	parallelLayers: z.number().int(),
	/**
	 * Layers, from 0, in which a branch without attention looks at other tokens. The branch's share counts as the share of the model's own
	 * layers.
	 */
	mixingLayers: z.array(z.number().int()),
	/** Bound of the error of every source, context's share and part of a layer, in addition to float32 rounding. 0: exact. */
	errorBound: z.number().nonnegative(),
	/** Why a requested screen was not used, as a clause. `null` if it was used, or if none was requested. */
	unscreened: z.string().nullable(),
});
export type AttributeResult = Handed<typeof attributeResult>;

/** The largest errors of sums that hold by construction. Each is a probability. */
export interface AttributionError {
	/** Largest `|Σ sources − exp(logProbability)|`. */
	readonly sources: number;
	/** Largest `|Σ contextShares − rag|`. Without contexts it is the largest `|rag|`, which must be 0. */
	readonly contexts: number;
}

/**
 * Returns how far an attribution is from adding up. An instrumented graph that was misread shows here (docs/methods/spad.md: within 1e-4 in
 * fp32).
 * The result is `NaN` if a part is `NaN`.
 * @throws {RangeError} if an array's length does not fit the number of tokens.
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
	/** UTF-16 ranges in the context's text, in order. A token that extends beyond the text is cut to the text. */
	start: uint32('N'),
	end: uint32('N'),
	/** Each token's part of the row's `rag`. Over all contexts, a row adds up to `rag`. */
	shares: float64('R', 'N'),
});
export type ContextOrigins = Handed<typeof contextOrigins>;

/**
 * An attribution of `R` response tokens before it is summed over the `L` layers.
 * The probe's probability after a block is `initial` plus every part up to that block. The rest up to `P(y_t)` is `ln`.
 */
const layerParts = z.object({
	count: count('L'),
	/** A layer's attention by query, rag, past and self. */
	attention: float64('R', 'L', attendedCount),
	/** A layer's feed-forward block. */
	ffn: float64('R', 'L'),
});
export type LayerParts = Handed<typeof layerParts>;

/** Where the probabilities of the `R` requested response tokens come from, for each key position and each layer. */
export const originsResult = fitting(
	z.object({
		/** Numbers of the response tokens, as they were requested. */
		rows: uint32('R'),
		/** Contexts of the prompt, in its order. */
		contexts: z.array(contextOrigins),
		/** Parts of each layer. With the row's `initial` and `ln`, they add up to the token's probability. */
		layers: layerParts,
		/** Bound of the error, as in `attributeResult`. */
		errorBound: z.number().nonnegative(),
	}),
);
export type Origins = Handed<typeof originsResult>;

/**
 * The second reading of `R` requested response tokens (docs/methods/spad.md): the final norm is part of the probe, and heads are weighed by
 * what their values add.
 */
export const lensReading = fitting(
	z.object({
		/** Numbers of the response tokens, as they were requested. */
		rows: uint32('R'),
		/** The IDs of the prompt's contexts, in its order. */
		contextIds: list('K', z.string()),
		/** Parts of a probability, in the order of `sourceNames`. They may be negative. A row adds up to `P(y_t)`. */
		sources: float64('R', sourceCount),
		/** Each context's part of the row's `rag`. */
		contextShares: float64('R', 'K'),
		/** Why heads are weighed as in the first reading, and not by their values, as a clause. `null`: by their values. */
		notByValues: z.string().nullable(),
	}),
);
export type LensReading = Handed<typeof lensReading>;
