import { tokenFeature } from '../../src/methods/spad/feature.ts';
import { featureValues } from '../../src/methods/spad/feature-values.ts';
import type { Span } from '../../src/methods/spad/span.ts';

/** Scores that need no training (docs/methods/spad.md): one number a span, higher is more suspect. */
export interface BaselineScores {
	/** `exp(−mean ln P(y_t))`. */
	readonly perplexity: number;
	/** Mean entropy of the span's tokens, nats: entropy normalized by length (Malinin & Gales, ICLR 2021, for one answer). */
	readonly entropy: number;
	/** Mean of `−logsumexp` of the logits (Liu et al., NeurIPS 2020). */
	readonly energy: number;
	/** Minus the mean confidence gap, nats (PEARL). */
	readonly confidenceGap: number;
	/** Minus the mean top-1 margin. */
	readonly margin: number;
	/** Minus the mean part of the probability that came from the passages. */
	readonly ragShare: number;
}

const measured = [
	tokenFeature('logProbability', 'all', 'mean'),
	tokenFeature('entropy', 'all', 'mean'),
	tokenFeature('energy', 'all', 'mean'),
	tokenFeature('margin', 'all', 'mean'),
	tokenFeature('rag', 'all', 'mean'),
];

/** @param confidenceGap `[T]` of the whole response, nats */
export function baselineScores(span: Span, confidenceGap: Float64Array): BaselineScores {
	if (confidenceGap.length !== span.response.tokenIds.length)
		throw new RangeError(`${confidenceGap.length} confidence gaps for ${span.response.tokenIds.length} tokens`);
	const [logProbability = 0, entropy = 0, energy = 0, margin = 0, rag = 0] = featureValues(measured, span);
	const gap = span.tokens.reduce((sum, t) => sum + confidenceGap[t]!, 0) / span.tokens.length;
	return { perplexity: Math.exp(-logProbability), entropy, energy, confidenceGap: -gap, margin: -margin, ragShare: -rag };
}
