import type { Review, ReviewItem } from '../formats/review.ts';
import { riskOf } from './risk.ts';
import { wasMarked } from './standing.ts';

/** An item before it has a place in the review. */
export type Draft = Pick<ReviewItem, 'kind' | 'original' | 'private' | 'proposed' | 'reasons' | 'pii' | 'surprise'> & {
	/** Share of the sentences that are less surprising. */
	readonly surpriseRank: number;
};

export interface NewReview extends Pick<Review, 'source' | 'query' | 'between' | 'placeholders' | 'reviewers' | 'notes'> {
	readonly drafts: readonly Draft[];
	/** Numbers in `[0, 1)`, for the order in which what was not marked is drawn. */
	readonly random: () => number;
}

/** Share of what was not marked that is looked at nevertheless; one sentence at least. */
const auditShare = 0.2;

/** A review in which nothing is decided. */
export function newReview({ drafts, random, source, query, between, placeholders, reviewers, notes }: NewReview): Review {
	const items = drafts.map(
		({ surpriseRank, ...draft }, i): ReviewItem => ({
			...draft,
			id: `s${i + 1}`,
			text: draft.proposed,
			decisions: [],
			risk: riskOf(
				draft.reasons.map(({ kind }) => kind),
				draft.pii.length,
				surpriseRank,
			),
		}),
	);
	const order = shuffled(
		items.filter((item) => !wasMarked(item)).map(({ id }) => id),
		random,
	);
	return {
		schema: 'rag-assay/review@1',
		source,
		query,
		items,
		between,
		placeholders,
		reviewers,
		audit: { order, step: order.length === 0 ? 0 : Math.max(1, Math.ceil(order.length * auditShare)) },
		notes,
		history: [],
		done: 0,
	};
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
	const copy = [...items];
	for (let i = copy.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[copy[i], copy[j]] = [copy[j]!, copy[i]!];
	}
	return copy;
}
