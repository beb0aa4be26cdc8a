import { z } from 'zod';

/** `rag-assay/bench@1`. */
export const benchResult = z.object({
	schema: z.literal('rag-assay/bench@1'),
	name: z.string(),
	seed: z.number().int(),
	/** Whether this is the short run, whose figures are not to be quoted. */
	quick: z.boolean(),
	data: z.record(z.string(), z.union([z.string(), z.number()])),
	figures: z.array(z.object({
		name: z.string(), value: z.number(),
		/** 95 % interval; `null` where none applies. */
		low: z.number().nullable(), high: z.number().nullable(),
		n: z.number().int(), unit: z.string(),
		/** Such as `<= 50`. */
		target: z.string().nullable(),
	})),
	seconds: z.number(),
});

/** Whether a figure reaches its target; `undefined` without one. */
export function reaches(value: number, target: string | null): boolean | undefined {
	const parts = /^(<=|>=) (-?[\d.]+)$/.exec(target ?? '');
	if (parts === null) return undefined;
	return parts[1] === '<=' ? value <= Number(parts[2]) : value >= Number(parts[2]);
}
