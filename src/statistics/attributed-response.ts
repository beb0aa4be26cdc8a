/** Where a token's probability can come from: the columns of `sources`, in the order of docs/methods/spad.md. */
export const sourceNames = ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const;
export type SourceName = (typeof sourceNames)[number];
/** Columns of `sources`. */
export const sourceCount = sourceNames.length;

/** The four sources that attention draws from: the first columns of `sources`, and those of a layer's `attention`. */
export const attendedCount = 4;

/**
 * A response attributed in one teacher-forced pass with its contexts (SPAD, docs/methods/spad.md), `T` tokens long. Matrices are row-major.
 * Token ranges are UTF-16 offsets into the response text: in order, not overlapping, together covering it.
 */
export interface AttributedResponse {
	readonly tokenIds: Uint32Array;
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	/** `[T, 7]` in the order of `sourceNames`: parts of a probability, which may be negative. A row adds up to `P(y_t)`. */
	readonly sources: Float64Array;
	/** The `K` contexts of the prompt, in its order. */
	readonly contextIds: readonly string[];
	/** `[T, K]`: each context's part of the row's `rag`; a row adds up to it. */
	readonly contextShares: Float64Array;
	/** `[T]`, `ln P(y_t)`, nats. */
	readonly logProbability: Float64Array;
	/** `[T]`, `H(P_t)`, nats. */
	readonly entropy: Float64Array;
	/** `[T]`, probability of the likeliest token less that of the second, in `[0, 1]`. */
	readonly margin: Float64Array;
	/** `[T]`, logit of the likeliest token less that of the second: `ln` of their probabilities' ratio, not below 0. */
	readonly logitMargin: Float64Array;
	/** `[T]`, `−ln Σ_v exp(logit_v)` (Liu et al., NeurIPS 2020, at temperature 1). */
	readonly energy: Float64Array;
	/** Where the layers were asked for. */
	readonly layers?: LayerParts;
}

/**
 * The same attribution before it is summed over the `L` layers. The probe's probability after a block is `initial` and every part
 * up to it, added up; what then is missing to `P(y_t)` is `ln`.
 */
export interface LayerParts {
	readonly count: number;
	/** `[T, L, 4]`: a layer's attention by query, rag, past and self. */
	readonly attention: Float64Array;
	/** `[T, L]`: a layer's feed-forward block. */
	readonly ffn: Float64Array;
}

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
	checkShapes(response);
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

const perToken = ['start', 'end', 'logProbability', 'entropy', 'margin', 'logitMargin', 'energy'] as const;

function checkShapes(response: AttributedResponse): void {
	const { contextIds, layers } = response;
	const tokens = response.tokenIds.length;
	for (const name of perToken) checkLength(name, response[name], tokens);
	checkLength('sources', response.sources, tokens * sourceCount);
	checkLength('contextShares', response.contextShares, tokens * contextIds.length);
	if (
		layers !== undefined &&
		(layers.ffn.length !== tokens * layers.count || layers.attention.length !== tokens * layers.count * attendedCount)
	) {
		throw new RangeError(
			`parts of ${layers.count} layers and ${tokens} tokens cannot be ${layers.attention.length} and ${layers.ffn.length}`,
		);
	}
}

function checkLength(name: string, { length }: ArrayLike<number>, expected: number): void {
	if (length !== expected) throw new RangeError(`${name} holds ${length} values, not ${expected}`);
}

function sum(values: Float64Array): number {
	return values.reduce((total, value) => total + value, 0);
}
