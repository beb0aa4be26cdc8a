import type { ScreeningRule, screeningCalibration } from '../../formats/query-screen-record.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { empiricalZ } from '../../methods/mirabel/thresholds.ts';
import { percentOf } from '../../wording/percent.ts';
import { plural } from '../../wording/plural.ts';
import type { z } from 'zod';

/** Which threshold flags, and where it comes from. */
export interface ScreeningThreshold {
	readonly rule: ScreeningRule;
	readonly rho: number;
	/** Of the empirical rule, `(max − mean) / std`; `null`: there is none. */
	readonly z: number | null;
	readonly calibration: z.infer<typeof screeningCalibration>;
}

/** What may make an empirical threshold. */
export interface EmpiricalSources {
	/** Of a file of benign queries that somebody named: each one's `(max − mean) / std`. */
	readonly benign: { readonly name: string; readonly zs: readonly number[] } | null;
	/** Of a profile's detector. */
	readonly profile: { readonly name: string; readonly z: number; readonly rho: number; readonly queries: number } | null;
}

const formulas = {
	skew: 'is a formula\u2019s, corrected for the skewness of the similarities',
	gumbel: 'is the published formula\u2019s (Gumbel)',
	exact: 'is the formula of the largest of normal similarities',
} as const;

/**
 * The rule that was asked for, or else the empirical one where benign queries or a profile have it, and the skew-corrected one where not.
 * @throws UserError RA682 where the empirical one was asked for and cannot be had
 */
export function screeningThreshold(
	wanted: ScreeningRule | undefined,
	rho: number,
	{ benign, profile }: EmpiricalSources,
): ScreeningThreshold {
	const made = benign === null ? null : empiricalZ(benign.zs, rho);
	const tooFew =
		made !== null && made.z === null
			? `${benign!.name} has ${plural(benign!.zs.length, 'benign query', 'benign queries')}, and a rate of ${percentOf(rho)} takes at least ${made.needs}.`
			: null;
	if (wanted === 'empirical' || wanted === undefined) {
		if (made !== null && made.z !== null) {
			const queries = benign!.zs.length;
			return of('empirical', rho, made.z, 'benign', queries, empiricalWords(plural(queries, 'benign query', 'benign queries'), rho));
		}
		if (benign === null && profile !== null)
			return of(
				'empirical',
				profile.rho,
				profile.z,
				'profile',
				profile.queries,
				empiricalWords(`${plural(profile.queries, 'benign query', 'benign queries')} of profile '${profile.name}'`, profile.rho),
			);
		if (wanted === 'empirical')
			throw new UserError(
				errorNumbers.tooFewBenignQueries,
				tooFew ?? 'The empirical threshold is made of benign queries, and none were named.',
				{ hint: 'Name a file of benign queries with --benign, a profile with --profile, or another --rule.' },
			);
	}
	const rule = wanted ?? 'skew';
	const says = `The threshold ${formulas[rule]}: about ${percentOf(rho)} of queries about something else are flagged where its assumptions hold.`;
	return of(rule, rho, made?.z ?? profile?.z ?? null, 'formula', 0, [tooFew, says].filter((one) => one !== null).join(' '));
}

function empiricalWords(queries: string, rho: number): string {
	return `The threshold is that of ${queries}: of queries like those at most ${percentOf(rho)} are flagged.`;
}

function of(
	rule: ScreeningRule,
	rho: number,
	z: number | null,
	from: ScreeningThreshold['calibration']['from'],
	queries: number,
	says: string,
): ScreeningThreshold {
	return { rule, rho, z, calibration: { from, rule, queries, rho, says } };
}
