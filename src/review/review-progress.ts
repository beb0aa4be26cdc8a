import type { Review, ReviewItem } from '../formats/review.ts';
import { itemsWithReturnedValue } from './values.ts';

/** Who somebody is: names that differ in case, spaces or the way their letters are encoded are one person's. */
export function personKey(name: string): string {
	return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Names of people, each person once, as first written. */
function people(names: Iterable<string>): string[] {
	const known = new Map<string, string>();
	for (const name of names) if (!known.has(personKey(name))) known.set(personKey(name), name);
	return [...known.values()];
}

/** Whether an item is to be decided because of what is known of it, or of what was done to it. */
export function isMarked(item: ReviewItem): boolean {
	return wasMarked(item) || item.text !== item.proposed;
}

/** Whether it was marked from the start. */
export function wasMarked({ kind, reasons }: Pick<ReviewItem, 'kind' | 'reasons'>): boolean {
	return kind !== 'kept' || reasons.length > 0;
}

/** Whether it stands in a private original alone: the release has nothing of it. */
export function isUnreleased({ reasons }: Pick<ReviewItem, 'reasons'>): boolean {
	return reasons.some(({ kind }) => kind === 'unreleased');
}

/**
 * Items that are looked at though nothing marked them: the first of a random order, and as many more for each of them that was changed, because
 * then the marks have missed something.
 */
export function auditSample({ items, audit: { order, step } }: Pick<Review, 'items' | 'audit'>): ReadonlySet<string> {
	const byId = new Map(items.map((item) => [item.id, item]));
	let size = 0;
	for (let next = step; next > size; ) {
		size = next;
		const changed = order.slice(0, size).filter((id) => byId.get(id)!.text !== byId.get(id)!.proposed).length;
		next = Math.min(order.length, step * (1 + changed));
	}
	return new Set(order.slice(0, size));
}

/** People whose last word on an item is about the text that it has now. */
export function standBehind({ text, decisions }: Pick<ReviewItem, 'text' | 'decisions'>): ReadonlySet<string> {
	const last = new Map(decisions.map((decision) => [personKey(decision.who), decision.text]));
	return new Set([...last].filter(([, about]) => about === text).map(([who]) => who));
}

/** How things stand with an item: nobody need look at it; it waits for the one who works here; for somebody else; it is decided. */
export type ItemStatus = 'free' | 'open' | 'waiting' | 'decided';

/** How far a review has come, for one who works on it. */
export interface ReviewStatus {
	/** By item. */
	readonly items: ReadonlyMap<string, ItemStatus>;
	readonly audited: ReadonlySet<string>;
	/** Items in which a value stands again that was redacted everywhere: none of them is decided. */
	readonly returned: ReadonlySet<string>;
	/** The order to look at them: what was marked by risk, then the sample, then the rest as it stands. */
	readonly order: readonly string[];
	/** What is to be done: marked items, the sample, somebody else's turn, or nothing. */
	readonly stage: 'marked' | 'audit' | 'second' | 'ready';
	readonly marked: number;
	/** Of those that are to be looked at: all, those that the one who works here has done with, those that are decided. */
	readonly required: number;
	readonly mine: number;
	readonly decided: number;
	/** Everybody who has decided something that still counts. */
	readonly reviewers: readonly string[];
}

/** @param who the person who works here */
export function statusOf(review: Review, who: string): ReviewStatus {
	const audited = auditSample(review);
	const returned = itemsWithReturnedValue(review);
	const me = personKey(who);
	const items = new Map<string, ItemStatus>();
	for (const item of review.items) {
		const behind = standBehind(item);
		items.set(
			item.id,
			returned.has(item.id)
				? 'open'
				: !isMarked(item) && !audited.has(item.id)
					? 'free'
					: behind.size >= review.reviewers
						? 'decided'
						: behind.has(me)
							? 'waiting'
							: 'open',
		);
	}
	const [marked, others] = [review.items.filter(isMarked), review.items.filter((item) => !isMarked(item))];
	const having = (...wanted: readonly ItemStatus[]): number => [...items.values()].filter((one) => wanted.includes(one)).length;
	const isOpen = ({ id }: ReviewItem): boolean => items.get(id) === 'open';
	return {
		items,
		audited,
		returned,
		order: [
			...marked.toSorted((a, b) => b.risk - a.risk),
			...others.filter(({ id }) => audited.has(id)),
			...others.filter(({ id }) => !audited.has(id)),
		].map(({ id }) => id),
		stage: marked.some(isOpen) || returned.size > 0 ? 'marked' : others.some(isOpen) ? 'audit' : having('waiting') > 0 ? 'second' : 'ready',
		marked: marked.length,
		required: having('open', 'waiting', 'decided'),
		mine: having('waiting', 'decided'),
		decided: having('decided'),
		reviewers: peopleBehind(review.items),
	};
}

/** Everybody who has decided something of these items that still counts. */
export function peopleBehind(items: readonly ReviewItem[]): string[] {
	return people(items.flatMap((item) => item.decisions.filter(({ who }) => standBehind(item).has(personKey(who))).map(({ who }) => who)));
}

/** The next item that waits for the one who works here, after `from` in the order and around its end; `null`: none does. */
export function nextOpen({ order, items }: ReviewStatus, from: string | null): string | null {
	const at = from === null ? -1 : order.indexOf(from);
	return [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => items.get(id) === 'open') ?? null;
}
