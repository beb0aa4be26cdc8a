import { itemKinds, markKinds, type ItemKind, type MarkKind, type Review, type ReviewItem } from '../../src/formats/review.ts';
import type { OpenedReview } from '../../src/protocol/review.ts';
import { isOfKind } from '../../src/review/actions.ts';
import { stillToDo } from '../../src/review/export.ts';
import { guaranteeTitle, type GuaranteeStatus } from '../../src/review/guarantee.ts';
import { isMarked, type ItemStatus, type ReviewStatus } from '../../src/review/review-progress.ts';
import { epsilonAndDelta } from '../../src/wording/numbers.ts';
import { listInWords, plural } from '../../src/wording/phrases.ts';

/** How kinds of sentences and of marks are called where all of one are accepted. */
export const kindNames: Readonly<Record<ItemKind | MarkKind, string>> = {
	redaction: 'Redactions',
	refill: 'Refills',
	conflict: 'Conflicts',
	kept: 'Kept as they are',
	recognizer: 'Marked: personal data',
	leak: 'Marked: values of the contexts',
	ungrounded: 'Marked: not supported by the contexts',
	unread: 'Marked: not read by the model',
	unreleased: 'Marked: not released',
	'public-surprise': 'Marked: hard to guess',
};

/** All of them, in the order in which they are offered. */
export const kinds = [...itemKinds.toReversed(), ...markKinds];

/** Kinds of which something waits, with how much. */
export function openKinds({ items }: Review, status: ReviewStatus): { kind: ItemKind | MarkKind; count: number }[] {
	const open = items.filter(({ id }) => status.items.get(id) === 'open' && !status.returned.has(id));
	return kinds.map((kind) => ({ kind, count: open.filter((item) => isOfKind(item, kind)).length })).filter(({ count }) => count > 0);
}

const standingNames: Readonly<Record<ItemStatus, string>> = {
	free: 'Not marked',
	open: 'To be decided',
	waiting: 'Waits for the second reviewer',
	decided: 'Decided',
};
const decisionNames: Readonly<Record<ReviewItem['decisions'][number]['kind'], string>> = {
	accept: 'Accepted',
	edit: 'Edited',
	redact: 'Redacted',
	restore: 'Restored',
};

/** How things stand with a sentence, in some words. */
export function stateWords(item: ReviewItem, status: ItemStatus, isReturned: boolean): string {
	if (isReturned) return 'Has a value again that was redacted everywhere';
	const last = item.decisions.findLast(({ text }) => text === item.text);
	if (last === undefined) return standingNames[status];
	const people = [...new Set(item.decisions.filter(({ text }) => text === item.text).map(({ who }) => who))];
	const done = `${decisionNames[last.kind]} by ${listInWords(people)}`;
	return status === 'decided' || status === 'free'
		? done
		: `${done}; ${status === 'waiting' ? 'waits for the second reviewer' : 'to be decided'}`;
}

/** What the text does with a sentence. */
export function outcomeWords({ text, original, kind }: ReviewItem): string {
	if (text === '') return 'left out';
	if (text === original) return 'unchanged';
	return kind === 'refill' ? 'other words' : 'changed';
}

/** Why a sentence that nothing else marks is to be decided: what it is says so. */
export const kindWords: Readonly<Record<ItemKind, readonly string[]>> = {
	kept: [],
	redaction: ['A part was removed from it when it was released.'],
	refill: ['It was written to fill a gap when the text was released. Nobody compared it with the documents.'],
	conflict: [],
};

/** How far the review has come. */
export function progressWords(
	{ required, decided, mine, marked, audited }: ReviewStatus,
	{ reviewers }: Pick<Review, 'reviewers'>,
): string {
	const drawn = audited.size === 0 ? '' : `, ${audited.size} drawn from the others`;
	const how =
		reviewers === 1
			? `${decided} of ${required} decided`
			: `you have decided ${mine} of ${required}${mine > decided ? `; ${mine - decided} of them ${mine - decided === 1 ? 'waits' : 'wait'} for the second reviewer` : ''}`;
	return `${how} (${marked} marked${drawn})`;
}

/** What of a guarantee stays on screen wherever the page is scrolled to. */
export function guaranteeWords(status: GuaranteeStatus): string {
	if (status.kind !== 'holds') return guaranteeTitle(status);
	const { epsilon, delta } = status.guarantee;
	return `Privacy guarantee holds: ${epsilonAndDelta(epsilon, delta)}`;
}

/** What changed about who works here and how many must, in sentences; empty: nothing. */
export function peopleWords(
	before: { readonly who: string; readonly review: Pick<Review, 'reviewers'> },
	now: { readonly who: string; readonly review: Pick<Review, 'reviewers'> },
): string {
	return [
		...(before.who === now.who ? [] : [`You work here as ${now.who} now.`]),
		...(before.review.reviewers === now.review.reviewers
			? []
			: [now.review.reviewers === 2 ? 'Two people must decide now.' : 'One person is enough now.']),
	].join(' ');
}

/** What is to be done now, in a sentence or two. */
export function stageWords(status: ReviewStatus, review: Review, who: string): string {
	const { stage, required, mine, audited } = status;
	const anyMarked = review.items.some(isMarked);
	switch (stage) {
		case 'marked':
			return status.returned.size > 0 && [...status.items.values()].filter((one) => one === 'open').length === status.returned.size
				? stillToDo(status, review).join(' ')
				: `Decide what is marked, riskiest first: ${plural(required - mine, 'sentence')} left${audited.size > 0 ? ', the sample included' : ''}.`;
		case 'audit':
			return `${anyMarked ? 'All marked sentences are decided.' : 'No sentence is marked.'} Look at the sample of the other sentences. If you change one of them, another sample of the same size is drawn.`;
		case 'second':
			return `You (${who}) have decided everything. A second reviewer is required. Another person must open this review under a different name (setting ragAssay.labels.author).`;
		case 'ready':
			return required === 0 ? 'Nothing has to be decided: the text can be exported.' : 'Everything is decided: the text can be exported.';
	}
}

/** What is asked before a review goes on that is not of what is to be shown, and how the answers are called. */
export function changedWords({ why, name, decided, same }: Omit<Extract<OpenedReview, { kind: 'changed' }>, 'kind'>): {
	readonly title: string;
	readonly text: string;
	readonly goOn: string;
	readonly anew: string;
} {
	const kept = same === decided ? 'all of them are' : `${same} of them are`;
	switch (why) {
		case 'text':
			return {
				title: 'The answer changed since this review began',
				text: `${plural(decided, 'sentence')} of ${name} had been decided, and ${kept} unchanged.`,
				goOn: 'Keep Decisions',
				anew: 'Start Over',
			};
		case 'original':
			return {
				title: 'The private original was not part of this review so far',
				text: `The release has not changed. ${plural(decided, 'sentence')} of ${name} had been decided without the original. If you show it and keep decisions, ${kept} kept, but you can no longer undo earlier steps. After that, an edit, a redaction by hand or a restored sentence ends the guarantee. To continue without the original, review the release again and choose not to show it.`,
				goOn: 'Show It and Keep Decisions',
				anew: 'Show It and Start Over',
			};
	}
}
