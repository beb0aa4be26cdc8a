import type { Feature, TokenFeature } from './feature.ts';
import { featureValues, groupTokens, quantityAt } from './feature-values.ts';
import type { ReasonPart } from './reason-parts.ts';
import { withTokens, type Span } from './span.ts';

/**
 * What each token of a span contributed to the given features' TreeSHAP values (docs/methods/spad.md), one number a token of the span, in
 * log-odds, not negative. A feature's value is shared among the tokens that it is taken of, in proportion to how far each lies from
 * what is usual on the side to which the feature went: for a mean the token's own number less the typical one, for a least or
 * greatest number the token that has it, for passage agreement what the feature loses without the token. So the shares add up to the
 * values of all features that have any token here.
 */
export function tokenShares(span: Span, parts: readonly ReasonPart[]): Float64Array {
	const shares = new Float64Array(span.tokens.length);
	const place = new Map(span.tokens.map((token, i) => [token, i]));
	for (const { feature, value, typical, contribution } of parts) {
		const tokens = feature.kind === 'tokens' ? groupTokens(span, feature.group) : span.tokens;
		const weights = deviations(feature, tokens, span, value, typical);
		const total = weights.reduce((sum, weight) => sum + weight, 0);
		for (const [i, token] of tokens.entries()) {
			// Nothing deviates: all are alike.
			shares[place.get(token)!]! += contribution * (total > 0 ? weights[i]! / total : 1 / tokens.length);
		}
	}
	return shares;
}

function deviations(feature: Feature, tokens: readonly number[], span: Span, value: number, typical: number): number[] {
	const side = Math.sign(value - typical);
	const towards = (amount: number): number => Math.max(0, side * amount);
	if (feature.kind === 'passages') {
		return tokens.map((token) => (tokens.length === 1 ? 1 : towards(value - withoutToken(feature, span, token))));
	}
	const own = tokens.map((token) => quantityAt(span.response, feature.quantity, token));
	return weightsOf(feature, own, value, typical, towards);
}

function weightsOf(
	{ statistic }: TokenFeature,
	own: readonly number[],
	value: number,
	typical: number,
	towards: (amount: number) => number,
): number[] {
	switch (statistic) {
		case 'mean':
			return own.map((x) => towards(x - typical));
		case 'sum':
			return own.map(towards);
		case 'count':
			return own.map(() => 1);
		case 'min':
		case 'max': {
			const first = own.indexOf(value);
			return own.map((_, i) => (i === first ? 1 : 0));
		}
	}
}

function withoutToken(feature: Feature, span: Span, token: number): number {
	return featureValues(
		[feature],
		withTokens(
			span,
			span.tokens.filter((t) => t !== token),
		),
	)[0]!;
}
