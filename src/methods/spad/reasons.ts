import type { SourceName } from '../../model-io/attribution.ts';
import { groupTokens } from './feature-values.ts';
import { isSource, type TokenGroup } from './feature.ts';
import { maxParts, type ReasonPart } from './reason-parts.ts';
import { absenceInWords, groupInWords, isVisible, pairInWords, partInWords } from './reason-words.ts';
import type { Span } from './span.ts';

/** Of all that speaks to one side: a source that has less of it is not why a span is judged as it is. */
const worthSaying = 0.05;

/** Sources that say whether a word was read or made up. */
const telling: ReadonlySet<SourceName> = new Set<SourceName>(['rag', 'ffn']);

/** Words that mean something by themselves. Where a comma comes from tells nobody anything. */
const meaningful: ReadonlySet<TokenGroup> = new Set<TokenGroup>(['NOUN', 'PROPN', 'NUM', 'VERB', 'ADJ', 'ADV', 'new', 'all']);

function isOfMeaning({ feature }: ReasonPart): boolean {
	return feature.kind === 'passages' || meaningful.has(feature.group);
}

/**
 * What of all that speaks to one side says most of where words of meaning come from: two features of them that make a contrast, else the
 * strongest one alone, of tokens before those that compare contexts. Empty where that has less than a twentieth of all contributions. Sources
 * are split over many features, so that behind a few of certainty none of them may be among the largest.
 * @param parts all of one sign, of words that the span has.
 */
function strongestSources(parts: readonly ReasonPart[]): readonly ReasonPart[] {
	const min = worthSaying * weight(parts);
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
		if (best !== undefined && weight(best) > 0 && weight(best) >= min) return best;
	}
	return [];
}

/** Whether a part is about the contexts or the model's own layers. */
function speaksOfSources({ feature }: ReasonPart): boolean {
	return feature.kind === 'passages' || (isSource(feature.quantity) && telling.has(feature.quantity));
}

function isSameGroup({ feature: a }: ReasonPart, { feature: b }: ReasonPart): boolean {
	return a.kind === 'tokens' && b.kind === 'tokens' && a.group === b.group;
}

/** In log-odds, of whichever sign. */
function weight(parts: readonly ReasonPart[]): number {
	return Math.abs(parts.reduce((sum, { contribution }) => sum + contribution, 0));
}

/** One thing that speaks against a span, or for it, in words, with the features that say so. */
export interface Reason {
	/** "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)" */
	readonly text: string;
	/** Whether it says where words of meaning come from: at most one reason does. */
	readonly ofSources: boolean;
	/** Whether there is something in it to look at: words that are there, and a figure that people can tell from what is usual. */
	readonly telling: boolean;
	/** Largest contribution first. */
	readonly parts: readonly ReasonPart[];
	/** Of all parts, in log-odds. */
	readonly contribution: number;
}

/** What a part counts for that people can make little of, beside one that they can look at. */
const littleSaid = 0.5;

/**
 * The parts that speak to one side in words, what weighs most first. Words that are missing, figures that look as usual, and words without a
 * meaning of their own are chosen before others only where they weigh twice as much, and what is not `telling` stands last whatever it weighs:
 * people can look at the others. Beside the largest parts stands
 * what says most of where words of meaning come from, if it weighs something (`strongestSources`). Two sources of the same words become one
 * reason where one gives more than usual and more than the other, which gives less than usual. What is said of words that the span does
 * not have is said once.
 * @param all positive ones, or all negative ones
 */
export function reasonsInWords(span: Span, all: readonly ReasonPart[]): Reason[] {
	const hasNewWords = span.tokens.some((t) => span.syntax.isNew[t] === 1);
	const wordsOf = ({ feature }: ReasonPart): string => (feature.kind === 'tokens' ? groupInWords(feature.group, hasNewWords) : '');
	const rank = (part: ReasonPart): number =>
		Math.abs(part.contribution) * (!isAbsent(span, part) && isVisible(part) && isOfMeaning(part) ? 1 : littleSaid);
	const sources = strongestSources(all.filter((part) => !isAbsent(span, part)));
	const largest = all.toSorted((a, b) => rank(b) - rank(a)).slice(0, maxParts);
	const said = [...largest, ...sources.filter((part) => !largest.includes(part))];
	const left = new Set(said);
	const reasons: Reason[] = [];
	const add = (text: string, parts: readonly ReasonPart[]): void => {
		reasons.push({
			text,
			telling: parts.every((part) => !isAbsent(span, part) && isVisible(part)),
			parts: parts.toSorted((a, b) => weight([b]) - weight([a])),
			ofSources: sources.length > 0 && sources.every((part) => parts.includes(part)),
			contribution: parts.reduce((sum, part) => sum + part.contribution, 0),
		});
		for (const part of parts) left.delete(part);
	};
	const contrast = (a: ReasonPart, b: ReasonPart): string | null => (isSameGroup(a, b) ? pairInWords(a, b, wordsOf(a)) : null);
	// First, lest a weaker contrast takes one of its two.
	const first = sources.length === 2 ? contrast(sources[0]!, sources[1]!) : null;
	if (first !== null) add(first, sources);
	for (const part of said) {
		if (!left.has(part)) continue;
		const others = [...left].filter((other) => other !== part);
		if (isAbsent(span, part)) {
			add(absenceInWords(wordsOf(part)), [part, ...others.filter((other) => isSameGroup(other, part))]);
			continue;
		}
		const [pair] = others.flatMap((other) => {
			const text = contrast(part, other);
			return text === null ? [] : [{ other, text }];
		});
		if (pair === undefined) add(partInWords(part, wordsOf(part)), [part]);
		else add(pair.text, [part, pair.other]);
	}
	const rankOf = ({ parts }: Reason): number => parts.reduce((sum, part) => sum + rank(part), 0);
	return reasons.toSorted((a, b) => Number(b.telling) - Number(a.telling) || rankOf(b) - rankOf(a));
}

function isAbsent(span: Span, { feature }: ReasonPart): boolean {
	return feature.kind === 'tokens' && groupTokens(span, feature.group).length === 0;
}
