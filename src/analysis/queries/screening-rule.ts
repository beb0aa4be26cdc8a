import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ScreeningRule, screeningCalibration } from '../../formats/query-screen-record.ts';
import { empiricalZ, standOutScore, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import { minConformalSample } from '../../statistics/conformal-threshold.ts';
import { percentOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';

type FormulaRule = Exclude<ScreeningRule, 'empirical'>;

const formulas = {
	skew: 'comes from a formula, corrected for the skewness of the similarities',
	gumbel: 'comes from the published formula (Gumbel)',
	exact: 'comes from the formula for the largest of normal similarities',
} as const satisfies Record<FormulaRule, string>;

/** Share of 900 benign questions about a topic that each formula flagged with all-MiniLM-L6-v2, on prose: docs/results/mirabel.md. */
const flaggedTopical = { skew: 0.17, gumbel: 0.279, exact: 0.542 } as const satisfies Record<FormulaRule, number>;

/** What a formula's threshold is worth: it promises nothing, and what it has cost is known of the bench alone. */
function formulaWords(rule: FormulaRule, isLexical: boolean): string {
	const cost = isLexical
		? 'With the embedder lexical, formulas flag many legitimate queries: from a tenth to nearly all of them, depending on the store.'
		: `In our bench with all-MiniLM-L6-v2 it flagged ${percentOf(flaggedTopical[rule])} of benign questions about a topic.`;
	return `The threshold ${formulas[rule]}. It promises no rate. ${cost}`;
}

/** Who made an empirical threshold. */
interface BenignOrigin {
	readonly queries: number;
	/** Such as ` of profile 'docs'`. */
	readonly of: string;
	/** `null`: somebody moved the threshold by hand, and nothing is promised of it. */
	readonly rho: number | null;
}

/** What an empirical threshold promises. */
function empiricalWords({ queries, of, rho }: BenignOrigin): string {
	const made = `${plural(queries, 'benign query', 'benign queries')}${of}`;
	return rho === null
		? `The threshold was made of ${made} and then moved by hand: it promises no rate.`
		: `The threshold is that of ${made}: of queries like those at most ${percentOf(rho)} are flagged.`;
}

/** Why no threshold decides, where formulas do not hold and nobody has said what is benign. */
const noThresholdWords =
	'No threshold decides, so no query is flagged by its similarity. Formulas do not work with the embedder lexical, and an empirical threshold needs benign queries.';

/** How to get a verdict. @param needs benign queries for the rate */
function verdictHint(needs: number, rho: number): string {
	return `Give at least ${needs} benign queries for a rate of ${percentOf(rho)} (--benign on the command line, or a file benign.queries.jsonl beside the log or the store), or name a formula (--rule).`;
}

/** Which threshold flags, and where it comes from. */
export interface ScreeningThreshold {
	/** `null`: none, and similarities are told without a verdict. */
	readonly rule: ScreeningRule | null;
	readonly rho: number;
	/** Of the empirical rule, in `score`; `null`: there is none. */
	readonly z: number | null;
	/** What `z` is made of. */
	readonly score: StandOutScore;
	readonly calibration: z.infer<typeof screeningCalibration>;
	/** What to do where there is no verdict; `null`: there is one. */
	readonly hint: string | null;
}

/** An empirical threshold that was made before. */
export interface MadeThreshold {
	readonly name: string;
	readonly z: number;
	/** What `z` is made of; absent: deviations above the mean. */
	readonly score?: StandOutScore | undefined;
	/** `null`: it was moved by hand, and promises nothing. */
	readonly rho: number | null;
	readonly queries: number;
}

/** What may make an empirical threshold, and what formulas would have to hold for. */
export interface ThresholdSources {
	/** Of a file of benign queries: each one's score by `standOutScore`, and what the file lay beside where nobody named it. */
	readonly benign: { readonly name: string; readonly foundBeside: 'log' | 'store' | null; readonly zs: readonly number[] } | null;
	/** Of a profile's detector. */
	readonly profile: MadeThreshold | null;
	/** Of the moments that are screened by. */
	readonly moments: MadeThreshold | null;
	/** Whether the embedder is `lexical`, whose similarities the formulas do not fit. */
	readonly isLexical: boolean;
}

/**
 * The rule that was asked for. Else the empirical one, of benign queries that were named, of a profile, of moments, or of benign queries that lay beside
 * the log or the store, in this order; where none has it, the skew-corrected one, and with `lexical` none.
 * @throws UserError RA682 where the empirical one was asked for and cannot be had
 */
export function screeningThreshold(
	wanted: ScreeningRule | undefined,
	rho: number,
	{ benign, profile, moments, isLexical }: ThresholdSources,
): ScreeningThreshold {
	const needs = minConformalSample(rho);
	const made = benign === null ? null : empiricalZ(benign.zs, rho).z;
	const ofBenign: Empirical | null =
		benign === null || made === null
			? null
			: {
					from: 'benign',
					z: made,
					score: standOutScore(isLexical),
					rho,
					queries: benign.zs.length,
					name: benign.name,
					of: ` of ${benign.name}${foundWords(benign.foundBeside)}`,
				};
	const ofProfile: Empirical | null = profile === null ? null : { from: 'profile', of: ` of profile '${profile.name}'`, ...profile };
	const ofMoments: Empirical | null = moments === null ? null : { from: 'moments', of: ` of ${moments.name}`, ...moments };
	const wasNamed = benign !== null && benign.foundBeside === null;
	const empirical = wasNamed ? ofBenign : (ofProfile ?? ofMoments ?? ofBenign);
	const tooFew =
		benign === null || made !== null
			? null
			: `${benign.name}${foundWords(benign.foundBeside)} has ${plural(benign.zs.length, 'benign query', 'benign queries')}, and a rate of ${percentOf(rho)} takes at least ${needs}.`;
	if (empirical !== null && (wanted === undefined || wanted === 'empirical')) {
		const { from, z, score = 'z', queries, name, of } = empirical;
		const foundBeside = from === 'benign' ? (benign?.foundBeside ?? null) : null;
		const says = empiricalWords({ queries, of, rho: empirical.rho });
		const rate = empirical.rho ?? rho;
		return {
			rule: 'empirical',
			rho: rate,
			z,
			score,
			calibration: { from, name, foundBeside, rule: 'empirical', queries, rho: rate, says },
			hint: null,
		};
	}
	if (wanted === 'empirical')
		throw new UserError(
			errorNumbers.tooFewBenignQueries,
			tooFew ?? 'The empirical threshold needs benign queries. You named none, and there are none beside the log or the store.',
			{ hint: 'Name a file of benign queries with --benign, a profile with --profile, or another --rule.' },
		);
	const rule = wanted ?? (isLexical ? null : 'skew');
	const words = rule === null ? noThresholdWords : formulaWords(rule, isLexical);
	return {
		rule,
		rho,
		z: empirical?.z ?? null,
		score: empirical?.score ?? 'z',
		calibration: {
			from: rule === null ? 'none' : 'formula',
			name: null,
			foundBeside: null,
			rule,
			queries: 0,
			rho,
			says: [tooFew, words].filter((one) => one !== null).join(' '),
		},
		hint: rule === null ? verdictHint(needs, rho) : null,
	};
}

type Empirical = MadeThreshold & { readonly from: 'benign' | 'profile' | 'moments'; readonly of: string };

function foundWords(what: 'log' | 'store' | null): string {
	return what === null ? '' : ` (found beside the ${what})`;
}
