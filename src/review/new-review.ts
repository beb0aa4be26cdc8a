import type { MarkKind, Review, ReviewItem } from '../formats/review.ts';
import { wasMarked } from './review-progress.ts';

/** How much each reason adds to the order. Nothing is calibrated here: it says what to look at first, and is no probability. */
const weights: Readonly<Record<MarkKind, number>> = {
	leak: 0.6,
	recognizer: 0.5,
	unreleased: 0.5,
	conflict: 0.4,
	ungrounded: 0.3,
	unread: 0.3,
	'public-surprise': 0.2,
};

/**
 * The order of the review, 0 to 1: reasons of several kinds and further personal values add up, and of two sentences with the same reasons the one that is the more surprising
 * without the contexts comes first.
 * @param values personal values
 * @param surpriseRank share of the answer's sentences that are less surprising, 0 to 1; 0 where nobody has read it
 */
function riskOf(kinds: Iterable<MarkKind>, values: number, surpriseRank: number): number {
	let left = 1;
	for (const kind of new Set(kinds)) left *= 1 - weights[kind];
	return 1 - left * 0.8 ** Math.max(0, values - 1) * (1 - 0.15 * surpriseRank);
}

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
