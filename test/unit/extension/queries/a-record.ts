import { textSha256 } from '../../../../src/formats/sidecar.ts';
import type { QueryScreenRecord } from '../../../../src/formats/query-screen-record.ts';

/** A screened query: by itself one that fishes for `case-42`, of three that are returned. */
export function screenedQueryOf(over: Partial<QueryScreenRecord> = {}): QueryScreenRecord {
	const { id = 'q-1', query = `Query ${id}?` } = over;
	return {
		schema: 'rag-assay/query-screen@1',
		subject: { kind: 'query', id },
		id,
		query,
		content: textSha256(query),
		place: { file: '/w/log.jsonl', start: 10, end: 20 },
		line: 2,
		session: 'anna',
		n: 60,
		max: 0.8,
		target: 'case-42',
		mean: 0.1,
		std: 0.05,
		skewness: { value: 0.4, standardError: 0.3, sampled: null },
		z: 14,
		thresholds: { empirical: 0.5, skew: 0.45, gumbel: 0.4, exact: null },
		rule: 'empirical',
		threshold: 0.5,
		calibration: { from: 'benign', name: 'benign.queries.jsonl', queries: 60 },
		normalityP: 0.0004,
		sessionSignal: { times: 4, of: 6, least: 4, flagged: true },
		retrieved: [
			{ id: 'case-42', similarity: 0.8, text: 'Bruno.' },
			{ id: 'case-1', similarity: 0.3, text: 'Luna.' },
			{ id: 'case-2', similarity: 0.2, text: 'Mia.' },
		],
		kept: ['case-1', 'case-2'],
		hidden: 'case-42',
		findings: [
			{
				reason: 'mirabel',
				code: 'rag-assay/query-membership',
				severity: 'warning',
				message: 'It lies nearer.',
				score: 0.8,
				threshold: 0.5,
				ignored: false,
			},
		],
		flagged: true,
		...over,
	};
}

/** One that nothing speaks against. */
export function quietQueryOf(over: Partial<QueryScreenRecord> = {}): QueryScreenRecord {
	return screenedQueryOf({
		max: 0.3,
		z: 4,
		findings: [],
		flagged: false,
		hidden: null,
		kept: ['case-42', 'case-1'],
		sessionSignal: null,
		session: null,
		...over,
	});
}
