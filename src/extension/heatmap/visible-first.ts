/** Lines from `first` to `last`, both included. */
export interface Lines {
	readonly first: number;
	readonly last: number;
}
interface Ranged {
	readonly start: { readonly line: number };
	readonly end: { readonly line: number };
}

/** Ranges in all of the buckets. */
export function countRanges(buckets: readonly (readonly unknown[])[]): number {
	return buckets.reduce((sum, bucket) => sum + bucket.length, 0);
}

/** Of each bucket, the ranges that touch the visible lines or the `margin` lines around them; their order stays. */
export function visiblePart<R extends Ranged>(buckets: readonly (readonly R[])[], visible: readonly Lines[], margin: number): R[][] {
	const shown = ({ start, end }: R): boolean =>
		visible.some(({ first, last }) => end.line >= first - margin && start.line <= last + margin);
	return buckets.map((bucket) => bucket.filter(shown));
}
