import { groupTokens } from './feature-values.ts';
import type { ReasonPart, ReasonParts } from './reason-parts.ts';
import { absenceInWords, isVisible, pairInWords, partInWords } from './reason-words.ts';
import { isSameGroup, speaksOfSources, strongestSources } from './source-reasons.ts';
import type { Span } from './span.ts';

/** One thing that speaks against a span, in words, with the features that say so. */
export interface Reason {
	/** "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the passages, 0.08 (usually 0.55)" */
	readonly text: string;
	/** Largest contribution first. */
	readonly parts: readonly ReasonPart[];
	/** Of all parts, in log-odds. */
	readonly contribution: number;
}

/**
 * The parts in words, what weighs most first; what is said of words that are there comes before what is missing, whatever it
 * weighs: people can look at the former. Two sources of the same words become one reason where one gives more than usual and
 * more than the other, which gives less than usual. What is said of words that the span does not have is said once. Parts that look
 * as usual are left out, unless all do. Beside the largest parts stands what says most of the passages and the model's own layers, if it
 * weighs something (`strongestSources`). Where any reason is about those, one is among the first two: the contrast, if there is one.
 */
export function reasonsInWords(span: Span, { all, largest }: ReasonParts): Reason[] {
	const sources = strongestSources(all.filter((part) => !isAbsent(span, part)));
	const parts = [...largest, ...sources.filter((part) => !largest.includes(part))];
	const [reasons, absences]: [Reason[], Reason[]] = [[], []];
	const visible = parts.filter((part) => isVisible(part) || isAbsent(span, part));
	const said = visible.length > 0 ? visible : parts;
	const left = new Set(said);
	const contrast = sources.length === 2 ? pairInWords(sources[0]!, sources[1]!) : null;
	const add = (text: string, of: readonly ReasonPart[], to = reasons): void => {
		to.push({ text, parts: of, contribution: of.reduce((sum, part) => sum + part.contribution, 0) });
		for (const part of of) left.delete(part);
	};
	// First, lest a weaker contrast takes one of its two.
	if (contrast !== null) add(contrast, sources);
	for (const part of said) {
		if (!left.has(part)) continue;
		const others = [...left].filter((other) => other !== part && isSameGroup(other, part));
		if (isAbsent(span, part)) {
			add(absenceInWords(part), [part, ...others], absences);
			continue;
		}
		const [pair] = others.flatMap((other) => {
			const text = pairInWords(part, other);
			return text === null ? [] : [{ other, text }];
		});
		if (pair === undefined) add(partInWords(part), [part]);
		else add(pair.text, [part, pair.other]);
	}
	const byWeight = (some: readonly Reason[]): Reason[] => some.toSorted((a, b) => b.contribution - a.contribution);
	const present = byWeight(reasons);
	const source = present.findIndex(({ parts: of }) => contrast === null ? of.some(speaksOfSources) : of === sources);
	if (source > 1) present.splice(1, 0, ...present.splice(source, 1));
	return [...present, ...byWeight(absences)];
}

function isAbsent(span: Span, { feature }: ReasonPart): boolean {
	return feature.kind === 'tokens' && groupTokens(span, feature.group).length === 0;
}
