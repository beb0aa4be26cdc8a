import type { Span } from './span.ts';
import { contentTags } from './new-words.ts';

/** The seven numbers of passage agreement (SPAD+, docs/methods/spad.md), in the order of a feature vector. */
export const passageMeasures = ['cosine', 'largest', 'second', 'tokenShare', 'tokenAmount', 'same', 'total'] as const;
export type PassageMeasure = (typeof passageMeasures)[number];

/**
 * Which passages a span's tokens come from, by their shares of `rag`. All 0 without contexts; a share of nothing is 0.
 * Negative shares (a passage that spoke against the token) count as none where passages are compared.
 */
export interface PassageAgreement extends Readonly<Record<PassageMeasure, number>> {
	/** Cosine between the passages behind proper nouns and behind other content words, `[0, 1]`. */
	readonly cosine: number;
	/** Share of the strongest passage in what comes from any, `[0, 1]`. */
	readonly largest: number;
	/** That of the second. */
	readonly second: number;
	/** Mean over the tokens of their strongest passage's share, by absolute amounts. */
	readonly tokenShare: number;
	/** Mean over the tokens of what their strongest passage gave: part of a probability. */
	readonly tokenAmount: number;
	/** 1 where names (proper nouns) and values (other content words) have the same strongest passage (or one of several), else 0. */
	readonly same: number;
	/** Mean over the tokens of the absolute amounts of all passages. */
	readonly total: number;
}

export function passageAgreement({ response, syntax, tokens }: Span): PassageAgreement {
	const passages = response.contextIds.length;
	const share = (token: number, passage: number): number => response.contextShares[token * passages + passage]!;
	const gives = (chosen: readonly number[]): number[] =>
		Array.from({ length: passages }, (_, k) => chosen.reduce((sum, t) => sum + Math.max(0, share(t, k)), 0));
	const names = gives(tokens.filter((t) => syntax.tags[t] === 'PROPN'));
	const values = gives(tokens.filter((t) => syntax.tags[t] !== 'PROPN' && contentTags.has(syntax.tags[t]!)));
	const all = gives(tokens).toSorted((a, b) => b - a);
	const sum = total(all);
	const absolute = tokens.map((t) => Array.from({ length: passages }, (_, k) => Math.abs(share(t, k))));
	const strongest = tokens.map((t) => Array.from({ length: passages }, (_, k) => share(t, k)).reduce((max, x) => Math.max(max, x), 0));
	return {
		cosine: cosine(names, values),
		largest: ratio(all[0] ?? 0, sum),
		second: ratio(all[1] ?? 0, sum),
		tokenShare:
			total(
				absolute.map((amounts) =>
					ratio(
						amounts.reduce((max, x) => Math.max(max, x), 0),
						total(amounts),
					),
				),
			) / tokens.length,
		tokenAmount: total(strongest) / tokens.length,
		same:
			total(names) > 0 && total(values) > 0 && names.some((x, k) => x === Math.max(...names) && values[k] === Math.max(...values)) ? 1 : 0,
		total: total(absolute.map(total)) / tokens.length,
	};
}

function cosine(a: readonly number[], b: readonly number[]): number {
	return ratio(
		a.reduce((sum, x, i) => sum + x * b[i]!, 0),
		Math.hypot(...a) * Math.hypot(...b),
	);
}

function ratio(part: number, whole: number): number {
	return whole > 0 ? part / whole : 0;
}

function total(values: readonly number[]): number {
	return values.reduce((sum, x) => sum + x, 0);
}
