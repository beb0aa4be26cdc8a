import type { AnalysisRecord } from '../../../src/formats/analysis-record.ts';

/** A record in which nothing was found. */
export function recordOf(file: string): AnalysisRecord {
	return {
		schema: 'rag-assay/analysis@1',
		file,
		trace: { id: 'a' },
		model: { name: 'm', sha256: '', device: 'cpu' },
		profile: null,
		tokens: [],
		sentences: [],
		repcs: null,
		closedBook: null,
		response: null,
		attribution: null,
		findings: [],
		truncation: null,
		notes: [],
	};
}
