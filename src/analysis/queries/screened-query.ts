import type { LoggedQuery } from '../../formats/queries/logged-query.ts';
import type { QueryFinding, QueryScreenRecord, RetrievedDocument } from '../../formats/query-screen-record.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import type { CorpusMoments } from '../../methods/mirabel/corpus-moments.ts';
import { standsOut } from '../../methods/mirabel/distinct-targets.ts';
import { sampledScores } from '../../methods/mirabel/score-scan.ts';
import { detectAndHide } from '../../methods/mirabel/screen-query.ts';
import { isAbove, standOut, thresholdsOf, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import { minForNormality, normalityP } from '../../statistics/normality.ts';
import { decimal } from '../../wording/numbers.ts';
import type { ScreeningThreshold } from './screening-rule.ts';
import type { SessionTargets } from './session-targets.ts';

/** What queries are screened against, whatever holds it: a store that was read, or moments with a store that searches by itself. */
export interface Corpus {
	/** Documents. */
	readonly n: number;
	readonly moments: CorpusMoments;
	/** Unit embeddings of a fixed random sample, for what moments do not tell; all of a small corpus. */
	readonly sample: Matrix;
	/** Of each query its `k` nearest documents (fewer of a smaller corpus), nearest first by cosine. @param queries unit rows */
	nearest(queries: Matrix, k: number, signal: AbortSignal): Promise<RetrievedDocument[][]>;
}

/** Documents of a sample. */
export const largestScreeningSample = 5000;

/** What a query is judged by. */
export interface QueryJudging {
	readonly corpus: Corpus;
	readonly threshold: ScreeningThreshold;
	/** Documents that retrieval returns. */
	readonly k: number;
	readonly sessions: SessionTargets;
	/** Whether a person has marked a text benign, by its hash. */
	readonly isBenign: (content: string) => boolean;
}

/** Scores how far the nearest document stands out of the others; 0: they are all alike, or nothing is near. */
export function nearestStandOut(
	embedding: Float32Array,
	[nearest]: readonly RetrievedDocument[],
	corpus: Corpus,
	score: StandOutScore,
): number {
	if (nearest === undefined) return 0;
	return standOut({ max: nearest.similarity, ...corpus.moments.leavingOut(embedding, nearest.similarity) }, score);
}

/**
 * Screens one query.
 * @param embedding of length 1
 * @param found its nearest documents, k + 1 of them or all
 * @throws RangeError where nothing was found
 */
export function screenedQuery(
	query: LoggedQuery,
	embedding: Float32Array,
	found: readonly RetrievedDocument[],
	{ corpus, threshold: by, k, sessions, isBenign }: QueryJudging,
): QueryScreenRecord {
	const [nearest] = found;
	if (nearest === undefined) throw new RangeError('a query without a nearest document');
	const { similarity: max, id: target } = nearest;
	const { n, moments, sample } = corpus;
	const { mean, std } = moments.leavingOut(embedding, max);
	const { others, skewness } = sampledScores(embedding, sample.values, max, n);
	const thresholds = thresholdsOf({ mean, std, n, skewness: skewness?.value ?? null, rho: by.rho, empiricalZ: by.z, score: by.score });
	const threshold = by.rule === null ? null : thresholds[by.rule];
	const ignored = isBenign(query.content);
	const asked = { text: query.text, target: standsOut({ max, mean }) ? target : null };
	const sessionSignal = sessions.add(query.session, asked, ignored);
	const findings: QueryFinding[] = [];
	if (threshold !== null && isAbove(max, threshold))
		findings.push({
			reason: 'mirabel',
			code: 'rag-assay/query-membership',
			severity: 'warning',
			message: `It is closer to document '${target}' than chance explains: similarity ${decimal(max, 3)}, threshold ${decimal(threshold, 3)}.`,
			score: max,
			threshold,
			ignored,
		});
	if (sessionSignal?.flagged === true)
		findings.push({
			reason: 'session',
			code: 'rag-assay/query-session',
			severity: 'warning',
			message: `${sessionSignal.times} of the last ${sessionSignal.of} different queries of its session are closest to document '${target}'.`,
			score: sessionSignal.times,
			threshold: sessionSignal.least,
			ignored,
		});
	const flagged = findings.length > 0 && !ignored;
	return {
		schema: 'rag-assay/query-screen@1',
		subject: { kind: 'query', id: query.id },
		id: query.id,
		query: query.text,
		content: query.content,
		place: query.place,
		line: query.line,
		session: query.session,
		n,
		max,
		target,
		mean,
		std,
		skewness: skewness === null ? null : { ...skewness, sampled: others.length < n - 1 ? others.length : null },
		normalityP: others.length < minForNormality ? null : normalityP(others),
		z: std > 0 ? (max - mean) / std : null,
		thresholds,
		rule: by.rule,
		threshold,
		calibration: { from: by.calibration.from, name: by.calibration.name, queries: by.calibration.queries },
		sessionSignal,
		retrieved: [...found],
		kept: detectAndHide(found, flagged ? target : null, k).map(({ id }) => id),
		hidden: flagged ? target : null,
		findings,
		flagged,
	};
}
