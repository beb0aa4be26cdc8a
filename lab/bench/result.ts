import * as z from 'zod';
import { target } from '../target.ts';

/** Named once: who writes results and who reads them cannot differ. */
export const benchSchema = 'rag-assay/bench@1';

/** What a bench says on standard output with `--json`. */
export const benchResult = z.object({
	schema: z.literal(benchSchema),
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
			/** `reaches` compares; `targetText` says it. */
			target: target.nullable(),
		}),
	),
	seconds: z.number(),
});

type Aim = Pick<z.infer<typeof benchResult>['figures'][number], 'value' | 'low' | 'high' | 'target'>;

/** Whether a figure reaches its target; `undefined` without one. @throws RangeError where there is no interval to hold something. */
export function reaches({ value, low, high, target: aim }: Aim): boolean | undefined {
	if (aim === null) return undefined;
	switch (aim.op) {
		case '>=':
			return value >= aim.value;
		case '<=':
			return value <= aim.value;
		case '>':
			return value > aim.value;
		case 'between':
			return value >= aim.low && value <= aim.high;
		case 'holds':
			if (low === null || high === null) throw new RangeError(`an interval is to hold ${aim.value}, and there is none`);
			return low <= aim.value && aim.value <= high;
	}
}
