import type { ScreeningRule } from '../../formats/query-screen-record.ts';
import { percentOf } from '../../wording/percent.ts';
import { plural } from '../../wording/plural.ts';

type FormulaRule = Exclude<ScreeningRule, 'empirical'>;

const formulas = {
	skew: 'is a formula\u2019s, corrected for the skewness of the similarities',
	gumbel: 'is the published formula\u2019s (Gumbel)',
	exact: 'is the formula of the largest of normal similarities',
} as const satisfies Record<FormulaRule, string>;

/** Share of 900 benign questions about a topic that each formula flagged with all-MiniLM-L6-v2, on prose: docs/results.md. */
const flaggedTopical = { skew: 0.17, gumbel: 0.279, exact: 0.542 } as const satisfies Record<FormulaRule, number>;

/** What a formula's threshold is worth: it promises nothing, and what it has cost is known of the bench alone. */
export function formulaWords(rule: FormulaRule, isLexical: boolean): string {
	const cost = isLexical
		? 'With the embedder lexical, formulas flag much of what is asked rightly: from a tenth of it to nearly all, by the store.'
		: `In our bench with all-MiniLM-L6-v2 it flagged ${percentOf(flaggedTopical[rule])} of benign questions about a topic.`;
	return `The threshold ${formulas[rule]}. It promises no rate. ${cost}`;
}

/** Who made an empirical threshold. */
export interface BenignOrigin {
	readonly queries: number;
	/** Such as ` of profile 'docs'`. */
	readonly of: string;
	/** `null`: somebody moved the threshold by hand, and nothing is promised of it. */
	readonly rho: number | null;
}

/** What an empirical threshold promises. */
export function empiricalWords({ queries, of, rho }: BenignOrigin): string {
	const made = `${plural(queries, 'benign query', 'benign queries')}${of}`;
	return rho === null
		? `The threshold was made of ${made} and then moved by hand: it promises no rate.`
		: `The threshold is that of ${made}: of queries like those at most ${percentOf(rho)} are flagged.`;
}

/** Why no threshold decides, where formulas do not hold and nobody has said what is benign. */
export const noThresholdWords =
	'No threshold decides, so that no query is flagged by its similarity: formulas do not hold for the embedder lexical, and an empirical threshold takes benign queries.';

/** How to get a verdict. @param needs benign queries for the rate */
export function verdictHint(needs: number, rho: number): string {
	return `Give at least ${needs} benign queries for a rate of ${percentOf(rho)} (--benign on the command line, or a file benign.queries.jsonl beside the log or the store), or name a formula (--rule).`;
}
