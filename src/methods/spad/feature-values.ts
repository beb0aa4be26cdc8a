import { sourceCount, sourceNames, type AttributedResponse } from '../../model-io/attribution.ts';
import { isSource, type Feature, type Quantity, type Statistic, type TokenGroup } from './feature.ts';
import { passageAgreement, type PassageAgreement } from './passage-agreement.ts';
import type { Span } from './span.ts';

/** `ln` of the least positive float32: what underflows is as improbable as float32 can say, and not infinitely so. */
export const minLogProbability = Math.log(2 ** -149);

/** The features of a span, in their order; finite wherever the response's numbers are (a log-probability may be -∞). */
export function featureValues(features: readonly Feature[], span: Span): Float64Array {
	const groups = new Map<TokenGroup, readonly number[]>();
	const tokensOf = (group: TokenGroup): readonly number[] => {
		let tokens = groups.get(group);
		if (tokens === undefined) groups.set(group, (tokens = groupTokens(span, group)));
		return tokens;
	};
	let agreement: PassageAgreement | undefined;
	return Float64Array.from(features, (feature) =>
		feature.kind === 'tokens'
			? statisticOf(feature.statistic, tokensOf(feature.group), (t) => quantityAt(span.response, feature.quantity, t))
			: (agreement ??= passageAgreement(span))[feature.measure],
	);
}

/** A span's tokens of a group, ascending. Without a new word the group `new` is the whole span. */
export function groupTokens({ syntax, tokens }: Span, group: TokenGroup): readonly number[] {
	if (group === 'all') return tokens;
	if (group !== 'new') return tokens.filter((t) => syntax.tags[t] === group);
	const fresh = tokens.filter((t) => syntax.isNew[t] === 1);
	return fresh.length > 0 ? fresh : tokens;
}

/** A quantity of one token. */
export function quantityAt(response: AttributedResponse, quantity: Quantity, token: number): number {
	if (isSource(quantity)) return response.sources[token * sourceCount + sourceNames.indexOf(quantity)]!;
	const value = response[quantity][token]!;
	return quantity === 'logProbability' ? Math.max(value, minLogProbability) : value;
}

function statisticOf(statistic: Statistic, tokens: readonly number[], value: (token: number) => number): number {
	if (statistic === 'count' || tokens.length === 0) return tokens.length;
	if (statistic === 'min') return tokens.reduce((min, t) => Math.min(min, value(t)), Infinity);
	if (statistic === 'max') return tokens.reduce((max, t) => Math.max(max, value(t)), -Infinity);
	const sum = tokens.reduce((total, t) => total + value(t), 0);
	return statistic === 'sum' ? sum : sum / tokens.length;
}
