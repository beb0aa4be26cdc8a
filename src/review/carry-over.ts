import type { Review } from '../formats/review.ts';

/**
 * A new review of a text that has changed, or that a private original was put beside, with what was decided about sentences that are the same. The
 * steps that led there are gone: they were about another text. What was made of a release before anything private was on screen is post-processing
 * of it, and is what is proposed from then on.
 */
export function carryOver(former: Review, fresh: Review): Review {
	const left = [...former.items];
	const isNewlyPrivate = showsPrivate(fresh) && !showsPrivate(former);
	return {
		...fresh,
		reviewers: Math.max(former.reviewers, fresh.reviewers),
		items: fresh.items.map((item) => {
			const at = left.findIndex(({ original, proposed }) => original === item.original || (proposed !== '' && proposed === item.proposed));
			const [same] = at === -1 ? [] : left.splice(at, 1);
			if (same === undefined) return item;
			return { ...item, text: same.text, decisions: same.decisions, proposed: isNewlyPrivate ? same.text : item.proposed };
		}),
	};
}

function showsPrivate({ source }: Review): boolean {
	return source.kind === 'release' && source.privateShown;
}

/** How many sentences of a new review were decided in the former one. */
export function carriedOver({ items }: Review): number {
	return items.filter(({ decisions }) => decisions.length > 0).length;
}
