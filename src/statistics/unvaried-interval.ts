import { clopperPearson, type Bounds } from './binomial-interval.ts';

/**
 * 95 % interval of a mean whose cases all came out alike, which a variance or a bootstrap takes for certainty: all found, none flagged, all
 * tied. `cases` independent ones come out alike with probability `share^cases`, if that share of all that there are does; so the share is
 * at least the `L` of Clopper and Pearson for `cases` of `cases`, `0.025^(1 / cases)` (about `1 - 3.7 / cases`: the rule of three, two-sided;
 * Hanley and Lippman-Hand, JAMA 1983). The rest may have any value in `range`: `[value · L + least · (1 − L), value · L + most · (1 − L)]`,
 * for 0 and 1 Clopper and Pearson's own. Never of zero width.
 * @param cases of none nothing is known: all of `range`
 * @param range that one case's value lies in: `[0, 1]` for shares and areas, `[-1, 1]` for differences of them
 */
export function unvariedInterval(value: number, cases: number, [least, most]: readonly [number, number] = [0, 1]): Bounds {
	const { low: share } = clopperPearson(cases, cases);
	return { low: least + (value - least) * share, high: most - (most - value) * share };
}
