/** What takes memory: reading a response with and without its contexts, RePCS's third reading too, attribution exactly or with a screen, and without one context at a time. */
export type MemoryJob = 'score' | 'mixture' | 'attribute' | 'screen' | 'hide';

/** What of a job would fit into a limit. */
export interface MemoryFit {
	/** Bytes that the job needs, from above, and that it may have. */
	readonly needed: number;
	readonly limit: number;
	/** Tokens of the prompt with its contexts as it is, and of the longest that would fit; `null` where none does. */
	readonly asked: number;
	readonly tokens: number | null;
	/** Bytes that it needs without contexts. */
	readonly min: number;
	/** Of the model. */
	readonly weightBytes: number;
}

/** The largest whole number from `min` to `max` whose estimate, which grows with it, is within the limit; `null` where none is. */
export function longestWithin(limit: number, min: number, max: number, estimate: (size: number) => number): number | null {
	if (estimate(min) > limit) return null;
	let [fits, over] = [min, max + 1];
	while (over - fits > 1) {
		const middle = Math.floor((fits + over) / 2);
		if (estimate(middle) <= limit) fits = middle;
		else over = middle;
	}
	return fits;
}
