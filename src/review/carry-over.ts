import type { LedgerCheck, Review, ReviewItem } from '../formats/review.ts';
import { isUnreleased } from './review-progress.ts';

type ReleaseSource = Extract<Review['source'], { kind: 'release' }>;

/**
 * A new review in the place of a former one, with what people have seen by then: private text, or another one than what is reviewed now. Whether they
 * begin anew or go on, they still know it.
 */
export function afterFormer(former: Review, fresh: Review): Review {
	const { source } = fresh;
	if (source.kind === 'trace') return fresh;
	const before = former.source;
	const isSame = isSameRelease(before, source);
	const seen = {
		...source,
		privateShown: source.privateShown || (before.kind === 'release' && before.privateShown),
		otherShown: !isSame || before.otherShown,
	};
	return isSame ? rechecked({ ...fresh, source: { ...seen, checked: before.checked } }, source.checked) : { ...fresh, source: seen };
}

/** A review with what its ledger says now. A release that did not match once does not come to match by its ledger's going away. */
export function rechecked(held: Review, checked: LedgerCheck): Review {
	const { source } = held;
	if (source.kind === 'trace' || (checked.kind === 'not-checked' && source.checked.kind === 'differs')) return held;
	return { ...held, source: { ...source, checked } };
}

/**
 * A new review of a text that has changed, or that a private original was put beside, with what was decided about sentences that are the same. The
 * steps that led there are gone: they were about another text. What was made of this very release before anything else was on screen is
 * post-processing of it, and is what is proposed from then on. Nothing of an answer comes into a release.
 */
export function carryOver(former: Review, fresh: Review): Review {
	const begun = { ...afterFormer(former, fresh), reviewers: Math.max(former.reviewers, fresh.reviewers) };
	if (former.source.kind !== begun.source.kind) return begun;
	const left = [...former.items];
	const isSame = begun.source.kind === 'trace' ? sameInAnswer : sameInRelease;
	const isCovered = isMadeOfAlone(former.source, begun.source);
	return {
		...begun,
		items: begun.items.map((item) => {
			const at = left.findIndex((one) => isSame(one, item));
			const [same] = at === -1 ? [] : left.splice(at, 1);
			if (same === undefined) return item;
			return { ...item, text: same.text, decisions: same.decisions, proposed: isCovered ? same.text : item.proposed };
		}),
	};
}

/** Whether two sources are one release to the last word; the later has its guarantee. */
export function isSameRelease(former: Review['source'], { release }: Pick<ReleaseSource, 'release'>): former is ReleaseSource {
	return former.kind === 'release' && JSON.stringify(former.release) === JSON.stringify(release);
}

/** Whether the former review was of this release, and its people had nothing else on screen. */
function isMadeOfAlone(former: Review['source'], source: Review['source']): boolean {
	return source.kind === 'release' && isSameRelease(former, source) && !former.privateShown && !former.otherShown;
}

function sameInAnswer(one: ReviewItem, other: ReviewItem): boolean {
	return one.original === other.original || (one.proposed !== '' && one.proposed === other.proposed);
}

/** Of a release, what was released tells sentences apart: a private original may read like another one's released sentence. */
function sameInRelease(one: ReviewItem, other: ReviewItem): boolean {
	return isUnreleased(one) || isUnreleased(other)
		? isUnreleased(one) && isUnreleased(other) && one.original === other.original
		: one.proposed !== '' && one.proposed === other.proposed;
}

/** How many sentences of a new review were decided in the former one. */
export function carriedOver({ items }: Review): number {
	return items.filter(({ decisions }) => decisions.length > 0).length;
}
