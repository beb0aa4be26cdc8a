import type { Review } from '../../formats/review.ts';
import { stillToDo } from '../../review/export.ts';
import { guaranteeOf, guaranteeTitle } from '../../review/guarantee.ts';
import { standingOf } from '../../review/standing.ts';
import { listInWords } from '../../wording/list-in-words.ts';
import { plural } from '../../wording/plural.ts';

/** How far a review has come, for the terminal: no sentence of it, which may be private. */
export function reviewStatusText(review: Review): string {
	const standing = standingOf(review, '');
	const guarantee = guaranteeOf(review);
	const { marked, audited, required, decided, reviewers, order, items, stage } = standing;
	const open = order.filter((id) => items.get(id) === 'open').map((id) => String(review.items.findIndex((item) => item.id === id) + 1));
	return [
		stage === 'ready' ? 'Ready to go out.' : 'Not ready to go out.',
		`${guaranteeTitle(guarantee)}.`,
		...guarantee.why.map((why) => `  ${why}`),
		`${plural(review.items.length, 'sentence')}: ${marked} marked, ${audited.size} more drawn to be looked at; ${decided} of ${required} decided.`,
		...(open.length === 0 ? [] : [`Still to be decided, riskiest first: ${listInWords(open)}.`]),
		...stillToDo(standing, review).map((one) => `  ${one}`),
		reviewers.length === 0 ? 'Nobody has decided anything yet.' : `Decided by ${listInWords(reviewers)}.`,
		'',
	].join('\n');
}
