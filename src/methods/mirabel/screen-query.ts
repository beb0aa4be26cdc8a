import type { Skewness } from '../../statistics/skewness.ts';
import { minDocuments, type CorpusMoments } from './corpus-moments.ts';
import { sampledScores } from './score-scan.ts';
import { isAbove, thresholdsOf, type ScreeningThresholds, type StandOutScore } from './thresholds.ts';

/** What screening needs of a corpus. */
export interface ScreenedCorpus {
	readonly moments: Pick<CorpusMoments, 'n' | 'leavingOut'>;
	/** Unit embeddings of some documents, `[count, d]`. */
	readonly sample: Float32Array;
	/** What flags. */
	readonly threshold: {
		readonly rule: keyof ScreeningThresholds;
		/** Share of benign queries that may be flagged. */
		readonly rho: number;
		/** Of `empiricalZ`. */
		readonly z: number | null;
		/** What it is made of; absent: `z`. */
		readonly score?: StandOutScore | undefined;
	};
}

/** A document as a search returns it. */
export interface Found {
	readonly id: string;
	/** Cosine. */
	readonly similarity: number;
}

/** A corpus with a search of its own. */
export interface ScreenedIndex<Document extends Found = Found> extends ScreenedCorpus {
	/** How many documents a query is answered with. */
	readonly k: number;
	/** Nearest first. */
	readonly search: (embedding: Float32Array, count: number) => readonly Document[] | Promise<readonly Document[]>;
}

/** Why there is no screening: `too-few-documents` to speak of chance, `alike` where all others have one similarity. */
interface NotScreened<Document> {
	readonly screened: false;
	readonly reason: 'too-few-documents' | 'alike' | 'no-threshold';
	/** For people. */
	readonly says: string;
	readonly flagged: false;
	readonly hide: null;
	readonly kept: readonly Document[];
}

interface Screened<Document> {
	readonly screened: true;
	/** Whether one document is closer than chance explains. */
	readonly flagged: boolean;
	/** Id of that document; `null`: not flagged. */
	readonly hide: string | null;
	/** What is answered with: k documents, without that one. */
	readonly kept: readonly Document[];
	/** Nearest document and its similarity. */
	readonly target: string;
	readonly max: number;
	/** Of all other documents. */
	readonly mean: number;
	readonly std: number;
	readonly z: number;
	readonly threshold: number;
	readonly thresholds: ScreeningThresholds;
	/** Of the sample, where the rule asks for it. */
	readonly skewness: Skewness | null;
}

export type QueryScreening<Document extends Found = Found> = Screened<Document> | NotScreened<Document>;

/**
 * Screens a query: O(d²), whatever the corpus has, and the index's own search for k + 1 documents.
 * @param embedding of the query without mask markers (`stripMaskMarkers`), of length 1
 * @throws RangeError for an embedding of another width or length, and for what a search cannot return
 */
export async function screenQuery<Document extends Found>(
	embedding: Float32Array,
	index: ScreenedIndex<Document>,
): Promise<QueryScreening<Document>> {
	return screenFound(embedding, await index.search(embedding, index.k + 1), index, index.k);
}

/**
 * `screenQuery` of what a search has found already.
 * @param found nearest first, k + 1 of them where there are so many
 */
export function screenFound<Document extends Found>(
	embedding: Float32Array,
	found: readonly Document[],
	{ moments, sample, threshold: { rule, rho, z: empirical, score } }: ScreenedCorpus,
	k: number,
): QueryScreening<Document> {
	checkUnit(embedding);
	checkFound(found);
	const { n } = moments;
	const no = (reason: NotScreened<Document>['reason'], says: string): NotScreened<Document> => {
		return { screened: false, reason, says, flagged: false, hide: null, kept: found.slice(0, k) };
	};
	if (n < minDocuments) return no('too-few-documents', `The corpus has ${n} documents. Screening needs at least ${minDocuments}.`);
	const nearest = found[0];
	if (nearest === undefined) throw new RangeError(`the search found nothing in a corpus of ${n} documents`);
	const { id: target, similarity: max } = nearest;
	const { mean, std } = moments.leavingOut(embedding, max);
	if (std === 0) return no('alike', 'All other documents are equally close to this query, so none stands out.');
	const skewness = rule === 'skew' ? sampledScores(embedding, sample, max, n).skewness : null;
	const thresholds = thresholdsOf({ mean, std, n, skewness: skewness?.value ?? null, rho, empiricalZ: empirical, score });
	const threshold = thresholds[rule];
	if (threshold === null)
		return no(
			'no-threshold',
			rule === 'empirical' ? 'There is no threshold of benign queries.' : 'The sample has too few documents for a skewness.',
		);
	const flagged = isAbove(max, threshold);
	const shape = { target, max, mean, std, z: (max - mean) / std, threshold, thresholds, skewness };
	return { screened: true, flagged, hide: flagged ? target : null, kept: detectAndHide(found, flagged ? target : null, k), ...shape };
}

/** What is answered with: without the hidden document, the next ones move up. Copies of it under other ids stay. */
export function detectAndHide<Document extends { readonly id: string }>(
	found: readonly Document[],
	hidden: string | null,
	k: number,
): Document[] {
	return found.filter(({ id }) => id !== hidden).slice(0, k);
}

function checkUnit(embedding: Float32Array): void {
	let squares = 0;
	for (const value of embedding) squares += value * value;
	if (!(Math.abs(squares - 1) < 1e-3))
		throw new RangeError(`an embedding of length ${Math.sqrt(squares)}: screening takes those of length 1`);
}

function checkFound(found: readonly Found[]): void {
	for (const [at, { similarity }] of found.entries()) {
		// Cosines of float32 may exceed 1 by rounding.
		if (!(Math.abs(similarity) <= 1 + 1e-3)) throw new RangeError(`a similarity of ${similarity}: screening takes cosines`);
		if (at > 0 && similarity > found[at - 1]!.similarity + 1e-6)
			throw new RangeError('the search has not found the nearest document first; a distance is no similarity');
	}
}
