import { isConfined, isForbidden, isOrder } from './mood.ts';
import type { PatternSeverity, RuleName } from './pattern-match.ts';

/** A rule over a text in plain spelling. */
export interface Rule {
	readonly name: RuleName;
	readonly severity: PatternSeverity;
	readonly pattern: RegExp;
	readonly says: string;
	/** `order`: its verb has to be an order; `statement`: it may be said in any way that does not forbid it; `any`: however it is said. */
	readonly mood: 'order' | 'statement' | 'any';
	/** What it is where the sentence is about tests or a machine of one's own; as ever without. */
	readonly confined?: PatternSeverity;
}

/** Where a rule speaks against a text, `[start, end)` in it. */
export interface RuleMatch {
	readonly rule: Rule;
	readonly severity: PatternSeverity;
	readonly start: number;
	readonly end: number;
}

/** Some words, as few as can be, within a sentence. */
export const words = (most: number): string => String.raw`(?:[\w'/&-]+,? ){0,${most}}?`;

/** A rule's expression: of whole words, in any case. */
export function expression(source: string): RegExp {
	return new RegExp(String.raw`(?<![\w-])(?:${source})(?![\w-])`, 'giu');
}

/** @param text in plain spelling */
export function matchesOf(rule: Rule, text: string): RuleMatch[] {
	const found: RuleMatch[] = [];
	for (const { 0: passage, index: start } of text.matchAll(rule.pattern)) {
		const end = start + passage.length;
		if (rule.mood === 'order' && !isOrder(text, start)) continue;
		if (rule.mood === 'statement' && isForbidden(text, start)) continue;
		const severity = rule.confined !== undefined && isConfined(text, start, end) ? rule.confined : rule.severity;
		found.push({ rule, severity, start, end });
	}
	return found;
}
