import type { SourceName } from '../../reading/sources.ts';
import { isSource } from './feature.ts';
import type { TokenGroup } from './feature.ts';
import type { ReasonPart } from './reason-parts.ts';
import { isVisible, pairInWords } from './reason-words.ts';

/** Of all that speaks to one side: a source that has less of it is not why a span is judged as it is. */
const worthSaying = 0.05;

/** Sources that say whether a word was read or made up. */
const telling: ReadonlySet<SourceName> = new Set<SourceName>(['rag', 'ffn']);

/** Words that mean something by themselves. Where a comma comes from tells nobody anything. */
const meaningful: ReadonlySet<TokenGroup> = new Set<TokenGroup>(['NOUN', 'PROPN', 'NUM', 'VERB', 'ADJ', 'ADV', 'new', 'all']);

export function isOfMeaning({ feature }: ReasonPart): boolean {
	return feature.kind === 'passages' || meaningful.has(feature.group);
}

/**
 * What of all that speaks to one side says most of where words of meaning come from: two features of them that make a contrast, else the
 * strongest one alone, of tokens before those that compare contexts. Empty where that has less than a twentieth of all contributions. Sources
 * are split over many features, so that behind a few of certainty none of them may be among the largest.
 * @param parts all of one sign, of words that the span has.
 */
export function strongestSources(parts: readonly ReasonPart[]): readonly ReasonPart[] {
	const least = worthSaying * weight(parts);
	const seen = parts.filter((part) => isVisible(part) && isOfMeaning(part));
	const singles = seen.filter(speaksOfSources).map((part) => [part]);
	const pairs = seen.flatMap((a, i) =>
		seen
			.slice(i + 1)
			.filter((b) => (speaksOfSources(a) || speaksOfSources(b)) && isSameGroup(a, b) && pairInWords(a, b, '') !== null)
			.map((b) => [a, b]),
	);
	const ofTokens = singles.filter(([part]) => part!.feature.kind === 'tokens');
	for (const candidates of [pairs, ofTokens, singles]) {
		const [best] = candidates.toSorted((a, b) => weight(b) - weight(a));
		if (best !== undefined && weight(best) > 0 && weight(best) >= least) return best;
	}
	return [];
}

/** Whether a part is about the contexts or the model's own layers. */
function speaksOfSources({ feature }: ReasonPart): boolean {
	return feature.kind === 'passages' || (isSource(feature.quantity) && telling.has(feature.quantity));
}

export function isSameGroup({ feature: a }: ReasonPart, { feature: b }: ReasonPart): boolean {
	return a.kind === 'tokens' && b.kind === 'tokens' && a.group === b.group;
}

/** In log-odds, of whichever sign. */
export function weight(parts: readonly ReasonPart[]): number {
	return Math.abs(parts.reduce((sum, { contribution }) => sum + contribution, 0));
}
