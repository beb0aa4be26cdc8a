import { isAboutResponse, type AnalysisRecord, type ClosedBookFigures, type RepcsFigures } from '../formats/analysis-record.ts';
import { compared } from '../wording/numbers.ts';
import { notJudgedWords } from './not-judged-words.ts';

type Judged = Pick<RepcsFigures, 'z' | 'perToken' | 'score' | 'threshold' | 'alpha'>;

/** The score beside its threshold and what that promises: `Z 3.21 < τ 6.50 nats, α 0.05`; `null` without a threshold. */
export function repcsComparison({ z, perToken, score, threshold, alpha }: Judged): string | null {
	if (threshold === null || score === null) return null;
	const [name, value, unit] = score === 'z' ? ['Z', z, 'nats'] : ['Z/T', perToken, 'nats a token'];
	return `${name} ${compared(value, threshold, '\u03c4')} ${unit}, ${alpha === null ? '\u03c4 set by hand' : `\u03b1 ${alpha}`}`;
}

/** How much of the predictions the contexts explain, and what follows for `Z`, in words; `null` where it was not measured. */
export function influenceWords({ influence }: Pick<RepcsFigures, 'influence'>): string | null {
	if (influence === null) return null;
	const { eta, unexplained, mixtureBound, bound } = influence;
	const whatever = `Z is at most ${nats(bound)} nats by the measured \u03c7\u00b2 (\u03a3 ln(1 + \u03c7\u00b2))`;
	if (eta === null || unexplained === null || mixtureBound === null)
		return `\u03b7 not known: the contexts alone predict what the question alone does; ${whatever}`;
	return `\u03b7 ${eta.toFixed(2)} (influence of the contexts; ${Math.round(unexplained * 100)}% of the movement is no such mixture); \u03a3 ln(1 + \u03b7\u00b2 \u03c7\u00b2) ${nats(mixtureBound)} nats bounds Z where it is one; ${whatever}`;
}

function nats(value: number): string {
	return value >= 1e6 ? value.toExponential(1) : value.toFixed(2);
}

/**
 * Returns whether a reason that concerns the whole analysis keeps RePCS from judging: then its figures say nothing. Another model's answer is another
 * matter: they say how well the contexts explain it to the reader.
 */
export function isUnjudgedByRepcs({ notJudged }: Pick<RepcsFigures, 'notJudged'>): boolean {
	return notJudged !== undefined && notJudged !== 'another-model';
}

/**
 * What RePCS says of a response, in words, and whether a person has looked at that.
 * @param closedBook where it judges, RePCS's threshold stands beside and decides nothing
 */
export function repcsVerdict(
	repcs: RepcsFigures,
	findings: AnalysisRecord['findings'],
	closedBook: ClosedBookFigures | null = null,
): string {
	const comparison = repcsComparison(repcs);
	if (comparison === null) return 'no threshold in the profile';
	if (repcs.memorised === null) return notJudgedWords(repcs) ?? 'not judged';
	if (closedBook !== null && closedBook.threshold !== null) return `${comparison}: the paper\u2019s rule, for comparison`;
	if (!repcs.memorised) return `${comparison}: retrieval changed the answer`;
	return `${comparison}: may be recited from memory${findings.some((f) => isAboutResponse(f) && f.ignored) ? ' (ignored)' : ''}`;
}
