import { sourceNames, type SourceName, type AttributedResponse } from '../../../../src/model-io/attribution.ts';
import type { PartOfSpeech } from '../../../../src/text/tagged-text.ts';
import type { Certainty } from '../../../../src/methods/spad/feature.ts';
import { responseSpan, type Span } from '../../../../src/methods/spad/span.ts';

/** One token of a made-up response; what is left out is 0. `rag` is the sum of `passages`. */
export type TokenOf = Partial<Record<Exclude<SourceName, 'rag'> | Certainty, number>> & {
	readonly tag: PartOfSpeech;
	readonly isNew?: boolean;
	readonly passages?: readonly number[];
};

/** A response of one-letter tokens with these numbers, as one span. */
export function spanOf(tokens: readonly TokenOf[], passages = tokens[0]?.passages?.length ?? 0): Span {
	const column = (name: Certainty): Float64Array => Float64Array.from(tokens, (token) => token[name] ?? 0);
	const shares = tokens.map((token) => token.passages ?? Array.from({ length: passages }, () => 0));
	const response: AttributedResponse = {
		tokenIds: Uint32Array.from(tokens, (_, t) => t),
		start: Uint32Array.from(tokens, (_, t) => t),
		end: Uint32Array.from(tokens, (_, t) => t + 1),
		sources: Float64Array.from(
			tokens.flatMap((token, t) =>
				sourceNames.map((name) => (name === 'rag' ? shares[t]!.reduce((sum, x) => sum + x, 0) : (token[name] ?? 0))),
			),
		),
		contextIds: Array.from({ length: passages }, (_, k) => `c${k + 1}`),
		contextShares: Float64Array.from(shares.flat()),
		logProbability: column('logProbability'),
		entropy: column('entropy'),
		margin: column('margin'),
		logitMargin: column('logitMargin'),
		energy: column('energy'),
	};
	return responseSpan(response, {
		tags: tokens.map((token) => token.tag),
		isNew: Uint8Array.from(tokens, (token) => (token.isNew === true ? 1 : 0)),
	});
}
