import { z } from 'zod';

/** `rag-assay/bench@1`. */
export const benchResult = z.object({
	schema: z.literal('rag-assay/bench@1'),
	name: z.string(),
	seed: z.number().int(),
	/** Whether this is the short run, whose figures are not to be quoted. */
	quick: z.boolean(),
	data: z.record(z.string(), z.union([z.string(), z.number()])),
	figures: z.array(
		z.object({
			name: z.string(),
			value: z.number(),
			/** 95 % interval; `null` where none applies. */
			low: z.number().nullable(),
			high: z.number().nullable(),
			n: z.number().int(),
			unit: z.string(),
			/** Such as `<= 50`; `reaches` reads it. */
			target: z.string().nullable(),
		}),
	),
	seconds: z.number(),
});

type Aim = Pick<z.infer<typeof benchResult>['figures'][number], 'value' | 'low' | 'high' | 'target'>;

/**
 * Whether a figure reaches its target (`<= 50`, `>= 0.95`, `> 0`, `0.1..0.5` with both ends, `holds 0.5` for its interval); `undefined`
 * without one. @throws RangeError for a target that is none of these, and where there is no interval to hold something.
 */
export function reaches({ value, low: from, high: to, target }: Aim): boolean | undefined {
	if (target === null) return undefined;
	const [, held] = /^holds (-?\d+(?:\.\d+)?)$/.exec(target) ?? [];
	if (held !== undefined) {
		if (from === null || to === null) throw new RangeError(`a target of '${target}' without an interval`);
		return from <= Number(held) && Number(held) <= to;
	}
	const [, low, high] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(target) ?? [];
	if (low !== undefined && high !== undefined) return value >= Number(low) && value <= Number(high);
	const [, sign, bound] = /^(<=|>=|>) (-?\d+(?:\.\d+)?)$/.exec(target) ?? [];
	if (bound === undefined) throw new RangeError(`a target of '${target}'`);
	return sign === '<=' ? value <= Number(bound) : sign === '>' ? value > Number(bound) : value >= Number(bound);
}

/** A target as tables have it. */
export function targetInWords(target: string): string {
	return target.replace('>=', '≥').replace('<=', '≤').replace('..', ' to ').replace('holds', 'interval holds');
}
