import { isConfined, isForbidden, isOrder } from './mood.ts';
import type { PatternSeverity, RuleName } from './pattern-match.ts';

/** A rule over a text in plain spelling. */
export interface Rule {
	readonly name: RuleName;
	readonly severity: PatternSeverity;
	readonly pattern: RegExp;
	readonly description: string;
	/** `order`: its verb has to be an order; `statement`: it may be said in any way that does not forbid it; `any`: however it is said. */
	readonly mood: 'order' | 'statement' | 'any';
	/** What it is where the sentence is about tests or a machine of one's own; as ever without. */
	readonly confined?: PatternSeverity;
}

/** Where a rule speaks against a text, `[start, end)` in it. */
export interface RuleMatch {
	readonly rule: Pick<Rule, 'name' | 'description'>;
	readonly severity: PatternSeverity;
	readonly start: number;
	readonly end: number;
}

/** Some words, as few as can be, within a sentence. */
export const words = (max: number): string => String.raw`(?:[\w'/&-]+,? ){0,${max}}?`;

/** A rule's expression: of whole words, in any case; without `u`, which makes it slower: a plain spelling has its Latin letters in ASCII. */
export function expression(source: string): RegExp {
	return new RegExp(String.raw`(?<![\w-])(?:${source})(?![\w-])`, 'gi');
}

/** Units of a sentence that are looked at together: what comes apart there is not seen, and expressions' time grows no faster than a text. */
const longestSentence = 600;
const ends = /(?<=[.!?]["')]* )|(?<=\n)/u;

/** Sentences as rules look at them, `[start, end)`. */
export function sentencesOf(text: string): { readonly start: number; readonly end: number }[] {
	const found: { start: number; end: number }[] = [];
	let start = 0;
	for (const sentence of text.split(ends)) {
		const end = start + sentence.length;
		while (end - start > longestSentence) {
			const space = text.lastIndexOf(' ', start + longestSentence);
			const cut = space > start ? space + 1 : start + longestSentence;
			found.push({ start, end: cut });
			start = cut;
		}
		found.push({ start, end });
		start = end;
	}
	return found;
}

/**
 * Where rules speak against a text in plain spelling. Rules do not look over the end of a sentence, but for what stands before it in the same line.
 */
export function matchesOf(rules: readonly Rule[], text: string): RuleMatch[] {
	return sentencesOf(text).flatMap(({ start: from, end: to }) => {
		const sentence = text.slice(from, to);
		return rules.flatMap((rule) => {
			const found: RuleMatch[] = [];
			for (const { 0: passage, index } of sentence.matchAll(rule.pattern)) {
				const start = from + index;
				const end = start + passage.length;
				if (rule.mood === 'order' && !isOrder(text, start)) continue;
				if (rule.mood === 'statement' && isForbidden(text, start)) continue;
				const severity = rule.confined !== undefined && isConfined(text, start, end) ? rule.confined : rule.severity;
				found.push({ rule, severity, start, end });
			}
			return found;
		});
	});
}
