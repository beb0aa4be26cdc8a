import type { RetrievedDocument } from '../../formats/query-screen-record.ts';
import type { CorpusMoments } from '../../methods/mirabel/corpus-moments.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';

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
