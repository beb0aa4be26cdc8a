import * as z from 'zod';

/** What a figure is to reach: a bound of its value, both ends of a range for it, or a number that its 95 % interval is to hold. */
export const target = z.discriminatedUnion('op', [
	z.object({ op: z.enum(['>=', '<=', '>']), value: z.number() }),
	z.object({ op: z.literal('between'), low: z.number(), high: z.number() }),
	z.object({ op: z.literal('holds'), value: z.number() }),
]);

export type Target = Readonly<z.infer<typeof target>>;

export function atLeast(value: number): Target {
	return { op: '>=', value };
}

export function atMost(value: number): Target {
	return { op: '<=', value };
}

export function moreThan(value: number): Target {
	return { op: '>', value };
}

/** From `low` to `high`, both included. */
export function within(low: number, high: number): Target {
	return { op: 'between', low, high };
}

/** For a figure whose interval is to hold `value`, wherever its own value is. */
export function intervalHolds(value: number): Target {
	return { op: 'holds', value };
}
