import { ActIndex, type OrderedAct } from './acts.ts';
import { isForbidden } from './mood.ts';
import type { RuleName } from './pattern-match.ts';
import { sentencesOf, type RuleMatch } from './rule.ts';

/**
 * Orders of one kind: an act that has to be ordered, and words of other kinds, each somewhere near in the same clause. So what is worded in another way,
 * or in another order, is seen as well.
 */
export interface Family {
	readonly name: RuleName;
	readonly description: string;
	/** Verbs in their base form, by `|`; a particle may stand behind the object. `null`: the first of `near` stands for itself, in any mood that does not forbid it. */
	readonly acts: string | null;
	/** Alternatives of an expression each, without repetition that could take long. */
	readonly near: readonly string[];
	/** What makes it something else, where it is the subject of the act, stands in its object or says where it is done: never anywhere in the clause. */
	readonly unless?: string;
	/** Units of text between the act and the words at most. */
	readonly reach?: number;
	/** `after`: the words stand behind the act (on either side, where it is told as a duty). */
	readonly order?: 'any' | 'after';
}

interface CompiledFamily {
	readonly family: Family;
	readonly near: readonly RegExp[];
	readonly unless: RegExp | null;
}

interface Range {
	readonly start: number;
	readonly end: number;
}

const defaultReach = 150;
/** What parts clauses that have nothing to do with each other. */
const clauseEnds = /(?<=; | [-–—] )/u;

const whole = (source: string): RegExp => new RegExp(String.raw`(?<![\w/-])(?:${source})(?![\w-])`, 'gi');

/** Families as they are looked for. */
export class Families {
	readonly #families: readonly CompiledFamily[];
	readonly #acts: ActIndex;

	constructor(families: readonly Family[]) {
		this.#families = families.map((family) => ({
			family,
			near: family.near.map(whole),
			unless: family.unless === undefined ? null : whole(family.unless),
		}));
		this.#acts = new ActIndex(families.map(({ acts }) => acts));
	}

	/** Where they speak against a text in plain spelling. */
	matches(text: string): RuleMatch[] {
		return sentencesOf(text).flatMap(({ start, end }) => {
			let from = start;
			return text
				.slice(start, end)
				.split(clauseEnds)
				.flatMap((clause) => {
					const at = from;
					from += clause.length;
					return this.#matchesIn(text, clause, at);
				});
		});
	}

	#matchesIn(text: string, clause: string, from: number): RuleMatch[] {
		const ordered = this.#acts.in(text, from, from + clause.length);
		const words = new Map<string, readonly Range[]>();
		const all = (expression: RegExp): readonly Range[] => {
			const before = words.get(expression.source);
			if (before !== undefined) return before;
			const ranges = Array.from(clause.matchAll(expression), ({ 0: { length }, index }) => ({
				start: from + index,
				end: from + index + length,
			}));
			words.set(expression.source, ranges);
			return ranges;
		};
		return this.#families.flatMap(({ family, near, unless }, i) => {
			const others = family.acts === null ? near.slice(1) : near;
			const acts: readonly OrderedAct[] =
				family.acts === null
					? all(near[0]!).flatMap((act) => (isForbidden(text, act.start) ? [] : [{ ...act, mood: 'duty' as const }]))
					: (ordered.get(i) ?? []);
			if (acts.length === 0 || others.some((one) => all(one).length === 0)) return [];
			for (const act of acts) {
				const range = around(text, act, others.map(all), family);
				if (range === undefined) continue;
				if (
					unless !== null &&
					all(unless).some((excuse) => isExcuse(text, excuse, { act, range, clause: { start: from, end: from + clause.length } }))
				)
					continue;
				return [{ rule: family, severity: 'error' as const, ...range }];
			}
			return [];
		});
	}
}

/** Units of text behind an order in which an excuse may stand. */
const excuseReach = 40;
/** Words that begin a clause of its own: what somebody said, wants or does there is no part of the act. */
const aside = /(?:,|\(|;| [-–—])[^,;()]*$|\b(?:as|since|because|like|than)\b[^,;()]{0,30}$/iu;
const others =
	/\b(?:any ?(?:one|body)|every ?(?:one|body)|customers?|users?|callers?|clients?|patients?|visitors?|people|strangers?|guests?)\b/iu;

/**
 * Whether words excuse an act where they stand: as its subject ('I send'), in its object ('send my notes'), right behind it ('to my sister', 'in tests'), or
 * at the head of the clause ('In tests, …'). An aside such as ', as we agreed' excuses nothing, and nobody's own things are what any customer is given.
 */
function isExcuse(
	text: string,
	excuse: Range,
	{ act, range, clause }: { readonly act: OrderedAct; readonly range: Range; readonly clause: Range },
): boolean {
	const word = text.slice(excuse.start, excuse.end).toLowerCase();
	const isPerson = /^(?:i|we|my|me|our|us)$/u.test(word);
	if (excuse.end <= act.start) {
		const between = text.slice(excuse.end, act.start);
		if (isPerson) return /^(?:i|we)$/u.test(word) && /^ (?:\w+ ){0,3}$/u.test(between);
		return !/,/u.test(between) || /^\s*(?:[\w' -]+ ){0,4}$/u.test(text.slice(clause.start, excuse.start));
	}
	const between = text.slice(act.end, excuse.start);
	// A bound or a condition holds wherever it stands behind the act.
	if (/^(?:as long as|provided|below|under|up to)/u.test(word)) return excuse.start <= range.end + excuseReach;
	if (excuse.start > range.end + excuseReach || aside.test(between)) return false;
	if (!isPerson) return true;
	if (/^(?:i|we)$/u.test(word))
		return (
			excuse.start < range.end && /\b(?:that|which|what|where|when|while|whenever|until|if|as|before|after|once) $|\b\w+ $/iu.test(between)
		);
	return !others.test(text.slice(clause.start, clause.end));
}

/** Behind it stands the object of another act: 'remove old logic, update tests'. */
const anotherAct = /, (?:and |then )?(?:update|add|fix|write|run|adapt|extend|improve|keep)(?: |$)/u;

/** From the act to the nearest words of each kind. */
function around(
	text: string,
	act: OrderedAct,
	words: readonly (readonly Range[])[],
	{ reach = defaultReach, order = 'any' }: Family,
): Range | undefined {
	let { start, end } = act;
	for (const found of words) {
		let nearest: Range | undefined;
		let min = Infinity;
		for (const one of found) {
			if (one.start === act.start || (order === 'after' && act.mood === 'order' && one.end <= act.start)) continue;
			if (order === 'after' && one.start > act.end && anotherAct.test(text.slice(act.end, one.start))) continue;
			const distance = Math.max(one.start - act.end, act.start - one.end, 0);
			if (distance < min) [nearest, min] = [one, distance];
		}
		if (nearest === undefined || min > reach) return undefined;
		start = Math.min(start, nearest.start);
		end = Math.max(end, nearest.end);
	}
	return { start, end };
}
