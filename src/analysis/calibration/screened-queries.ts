import { CorpusMoments, minDocuments } from '../../methods/mirabel/corpus-moments.ts';
import { standOut, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import { rate } from './threshold-point.ts';
import { embeddingOf, entryEmbedding, screenedEmbedding } from './embedding-measure.ts';
import { itemsOf } from './calibration-item.ts';
import { numbersOf, type Measured } from './measure.ts';
import type { QueryItem } from './text-item.ts';

/** Documents that retrieval returns, where recall is told. */
export const recallOf = 3;

/** A query with how far its nearest document stands out. */
export interface ScreenedItem {
	readonly item: Measured<QueryItem>;
	/** How far its nearest document stands out; 0 where the other documents are all alike. */
	readonly standsOut: number;
	readonly max: number;
	/** Ids of its nearest documents, `recallOf` and one more. */
	readonly nearest: readonly string[];
}

/** Each query against all documents. @throws RangeError for fewer documents than screening takes */
export function screenedItems(
	queries: readonly Measured<QueryItem>[],
	beside: readonly Measured[],
	score: StandOutScore,
): { items: ScreenedItem[]; documents: number } {
	const documents = itemsOf(beside, 'entry').flatMap((item) => {
		const numbers = numbersOf(item, entryEmbedding);
		return numbers === undefined ? [] : [{ id: item.id, embedding: embeddingOf(numbers) }];
	});
	const [first] = documents;
	if (first === undefined || documents.length < minDocuments) throw new RangeError(`${documents.length} documents`);
	const moments = CorpusMoments.empty(first.embedding.length);
	for (const { embedding } of documents) moments.add(embedding);
	const items = queries.flatMap((item): ScreenedItem[] => {
		const numbers = numbersOf(item, screenedEmbedding);
		if (numbers === undefined) return [];
		const query = embeddingOf(numbers);
		const found = documents
			.map(({ id, embedding }) => ({ id, similarity: embedding.reduce((sum, value, k) => sum + value * query[k]!, 0) }))
			.toSorted((a, b) => b.similarity - a.similarity)
			.slice(0, recallOf + 1);
		const max = found[0]!.similarity;
		return [{ item, standsOut: standOut({ max, ...moments.leavingOut(query, max) }, score), max, nearest: found.map(({ id }) => id) }];
	});
	return { items, documents: documents.length };
}

/** Of benign queries by what they ask for, which share a threshold flags. */
export function costsOf(benign: readonly ScreenedItem[], threshold: number) {
	const kinds = [...new Set(benign.flatMap(({ item }) => item.kind ?? []))].toSorted();
	return kinds.map((kind) => {
		const of = benign.filter(({ item }) => item.kind === kind);
		return { kind, n: of.length, flagged: rate(of.filter(({ standsOut }) => standsOut > threshold).length, of.length)! };
	});
}

/** Share of the documents that answer benign queries which retrieval returns, as it is and with detect-and-hide; `null`: nobody says what answers them. */
export function recallAt(benign: readonly ScreenedItem[], threshold: number): { queries: number; open: number; hidden: number } | null {
	const judged = benign.filter(({ item }) => (item.relevant?.length ?? 0) > 0);
	if (judged.length === 0) return null;
	const recall = (hides: boolean): number => {
		const shares = judged.map(({ item, standsOut, nearest }) => {
			const kept = hides && standsOut > threshold ? nearest.slice(1) : nearest;
			const relevant = new Set(item.relevant);
			return kept.slice(0, recallOf).filter((id) => relevant.has(id)).length / Math.min(relevant.size, recallOf);
		});
		return shares.reduce((sum, share) => sum + share, 0) / judged.length;
	};
	return { queries: judged.length, open: recall(false), hidden: recall(true) };
}
