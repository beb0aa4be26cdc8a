import { wordOrigins } from '../../src/methods/hiding/word-origins.ts';
import type { AttributedResponse } from '../../src/model-io/attribution.ts';
import type { HidingResult } from '../../src/model-io/hiding.ts';
import { wholeWords } from '../../src/text/spaced-words.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';
import type { OriginCase } from './origin-cases.ts';

/** Part of a response whose origin is known: a word, or a value of several. */
interface KnownSpan extends TextRange {
	/** Contexts that hold it; none of what no context has. */
	readonly where: readonly number[];
}

/** What was said of it. */
export interface JudgedSpan extends KnownSpan {
	/** The context that gives it most. */
	readonly first: number;
	/** Those that are named. */
	readonly named: readonly number[];
}

const word = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;

/**
 * What can be judged of a response: its values, or where there are none its words of three letters or with a digit. Not what the question
 * says, nor what stands in more contexts than were given it on purpose.
 */
function knownSpans({ kind, parts: { query, contexts, response }, values }: OriginCase): KnownSpan[] {
	const ranges =
		values === undefined
			? Array.from(response.matchAll(word), (match) => ({ start: match.index, end: match.index + match[0].length })).filter(
					({ start, end }) => end - start >= 3 || /\d/u.test(response.slice(start, end)),
				)
			: values.flatMap((value) => {
					const start = response.indexOf(value);
					return start < 0 ? [] : [{ start, end: start + value.length }];
				});
	const most = { copied: 1, 'near-duplicate': 2, twice: 2, elsewhere: 0 }[kind];
	return ranges.flatMap((range) => {
		const text = response.slice(range.start, range.end);
		const where = [...contexts.keys()].filter((k) => holds(contexts[k]!.text, text));
		return holds(query, text) || where.length > most || (where.length === 0 && kind !== 'elsewhere') ? [] : [{ ...range, where }];
	});
}

function holds(text: string, part: string): boolean {
	return wholeWords(part).test(text);
}

/** By hiding: of a value, what is said of the word that one context gives most. */
export function byHiding(one: OriginCase, hidden: HidingResult): JudgedSpan[] {
	const origins = wordOrigins(one.parts.response, hidden, hidden.contextIds.length);
	return knownSpans(one).flatMap((span) => {
		const [strongest] = origins
			.filter(({ start, end }) => start < span.end && end > span.start)
			.toSorted((a, b) => (b.gains[0]?.nats ?? 0) - (a.gains[0]?.nats ?? 0));
		const first = strongest?.gains[0]?.context;
		return first === undefined ? [] : [{ ...span, first, named: strongest!.from }];
	});
}

/** By shares of attention: every part has a context that gave it most, so that all are named whose contexts gave it anything. */
export function byShares(one: OriginCase, { start, end, contextIds, contextShares }: AttributedResponse): JudgedSpan[] {
	const count = contextIds.length;
	return knownSpans(one).map((span) => {
		const given = Array.from({ length: count }, (_, k) =>
			start.reduce((sum, from, t) => (from < span.end && end[t]! > span.start ? sum + contextShares[t * count + k]! : sum), 0),
		);
		const first = given.indexOf(Math.max(...given));
		return { ...span, first, named: given[first]! > minShare ? [first] : [] };
	});
}

/** What the product shows at least (`src/analysis/spad/origin-words.ts`). */
const minShare = 1e-3;
