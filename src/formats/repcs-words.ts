import { isAboutResponse, type AnalysisRecord, type RepcsFigures } from './analysis-record.ts';
import { compared } from './compared.ts';

type Judged = Pick<RepcsFigures, 'z' | 'perToken' | 'score' | 'threshold' | 'alpha'>;

/** The score beside its threshold and what that promises: `Z 3.21 < τ 6.50 nats, α 0.05`; `null` without a threshold. */
export function repcsComparison({ z, perToken, score, threshold, alpha }: Judged): string | null {
	if (threshold === null || score === null) return null;
	const [name, value, unit] = score === 'z' ? ['Z', z, 'nats'] : ['Z/T', perToken, 'nats a token'];
	return `${name} ${compared(value, threshold, '\u03c4')} ${unit}, ${alpha === null ? '\u03c4 set by hand' : `\u03b1 ${alpha}`}`;
}

/** What RePCS says of a response, in words, and whether a person has looked at that. */
export function repcsVerdict(repcs: RepcsFigures, findings: AnalysisRecord['findings']): string {
	const comparison = repcsComparison(repcs);
	if (comparison === null) return 'no threshold in the profile';
	if (repcs.memorised === null) return 'not judged';
	if (!repcs.memorised) return `${comparison}: retrieval changed the answer`;
	return `${comparison}: may be recited from memory${findings.some((f) => isAboutResponse(f) && f.ignored) ? ' (ignored)' : ''}`;
}
