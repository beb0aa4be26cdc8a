import type { SourceName } from '../../statistics/attributed-response.ts';
import { isSource } from './feature.ts';
import type { ReasonPart } from './reason-parts.ts';
import { isVisible, pairInWords } from './reason-words.ts';

/** Of all that raised the suspicion: a source that has less of it is not why a span is suspected. */
const worthSaying = 0.05;

/** Sources that say whether a word was read or made up. */
const telling: ReadonlySet<SourceName> = new Set<SourceName>(['rag', 'ffn']);

/** Whether a part is about the passages or the model's own layers. */
export function speaksOfSources({ feature }: ReasonPart): boolean {
	return feature.kind === 'passages' || (isSource(feature.quantity) && telling.has(feature.quantity));
}

/**
 * What of all that speaks against a span says most of its sources: two features that make a contrast, else the strongest one alone.
 * Empty where that has less than a twentieth of the positive contributions. Sources are split over many features, so that behind a few
 * of certainty none of them may be among the largest.
 * @param parts all positive ones, largest first, of words that the span has.
 */
export function strongestSources(parts: readonly ReasonPart[]): readonly ReasonPart[] {
	const least = worthSaying * parts.reduce((sum, { contribution }) => sum + contribution, 0);
	const seen = parts.filter(isVisible);
	const singles = seen.filter(speaksOfSources).map((part) => [part]);
	const pairs = seen.flatMap((a, i) => seen.slice(i + 1)
		.filter((b) => (speaksOfSources(a) || speaksOfSources(b)) && isSameGroup(a, b) && pairInWords(a, b) !== null)
		.map((b) => [a, b]));
	const weight = (some: readonly ReasonPart[]): number => some.reduce((sum, { contribution }) => sum + contribution, 0);
	for (const candidates of [pairs, singles]) {
		const [best] = candidates.toSorted((a, b) => weight(b) - weight(a));
		if (best !== undefined && weight(best) > 0 && weight(best) >= least) return best;
	}
	return [];
}

export function isSameGroup({ feature: a }: ReasonPart, { feature: b }: ReasonPart): boolean {
	return a.kind === 'tokens' && b.kind === 'tokens' && a.group === b.group;
}
