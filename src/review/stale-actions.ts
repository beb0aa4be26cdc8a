import type { Review, ReviewStep } from '../formats/review.ts';
import { isOfKind, named, verbs, type ReviewAction } from './actions.ts';
import { statusOf } from './review-progress.ts';

/**
 * What of a review an action is about, as a person has it before them: the words of the sentence, those of all sentences of a kind, or the step that is
 * taken back. Whoever asks for an action says it, and where the review on the disk says something else by then, nothing is done: nobody decides
 * about words that they have never seen. Of a value that is redacted everywhere it says nothing: that leaves decisions to those who made them.
 * @param who the person who works here
 */
export function seenFor(review: Review, action: ReviewAction, who: string): string {
	switch (action.kind) {
		case 'undo':
			return stepInWords(review.done, review.history[review.done - 1]);
		case 'redo':
			return stepInWords(review.done, review.history[review.done]);
		case 'accept-kind': {
			const { items } = statusOf(review, who);
			return JSON.stringify(
				review.items.filter((item) => items.get(item.id) === 'open' && isOfKind(item, action.of)).map(({ id, text }) => [id, text]),
			);
		}
		case 'accept':
		case 'restore':
		case 'edit':
		case 'redact':
		case 'redact-value':
			return action.item === null ? '' : seenText(review.items.find(({ id }) => id === action.item)?.text ?? null);
	}
}

/** Of an action on one sentence: its words; `null`: it is not there. */
export function seenText(text: string | null): string {
	return JSON.stringify(text);
}

/** Which step it is: the same person may take it back and take another. */
function stepInWords(done: number, step: ReviewStep | undefined): string {
	return JSON.stringify([done, step?.action ?? null, step?.who ?? null, step?.when ?? null]);
}

/** Why an action was refused whose person had something else before them. */
export function staleInWords(review: Review, action: ReviewAction): string {
	switch (action.kind) {
		case 'undo':
		case 'redo':
			return 'The review changed meanwhile, so nothing was undone or redone.';
		case 'accept-kind':
			return 'Sentences of this kind changed meanwhile, so none was accepted. Look at them again.';
		case 'accept':
		case 'restore':
		case 'edit':
		case 'redact':
		case 'redact-value': {
			const item = review.items.find(({ id }) => id === action.item);
			return item === undefined
				? 'Somebody started the review over meanwhile, so nothing was done.'
				: `${named(review, item)} reads differently now, so nothing was done. Decide about it as it reads now.`;
		}
	}
}

/** At most so many sentences are told one by one. */
const maxListed = 3;

/** What others have done to a review meanwhile, in sentences: `Eli edited sentence 7.`; empty: nothing that a reader sees. */
export function doneMeanwhile(before: Review, after: Review): string {
	const known = new Map(before.items.map((item) => [item.id, item]));
	const changes = after.items.flatMap((item, i) => {
		const former = known.get(item.id);
		if (former !== undefined && former.text === item.text && former.decisions.length === item.decisions.length) return [];
		const last = item.decisions.length > (former?.decisions.length ?? 0) ? item.decisions.at(-1) : undefined;
		return [last === undefined ? `Sentence ${i + 1} changed.` : `${last.who} ${verbs[last.kind]} sentence ${i + 1}.`];
	});
	return [
		...changes.slice(0, maxListed),
		...(changes.length > maxListed ? [`${changes.length - maxListed} more sentences changed.`] : []),
	].join(' ');
}
