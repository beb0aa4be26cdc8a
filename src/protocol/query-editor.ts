import { z } from 'zod';

/** Commands of the runner's code actions about queries, each with `queryArguments`; every client may send them. */
export const queryCommands = { benign: 'ragAssay.queries.markBenign', notBenign: 'ragAssay.queries.unmarkBenign' } as const;
export type QueryCommand = (typeof queryCommands)[keyof typeof queryCommands];

export const queryArguments = z.object({
	/** Path of the log. */
	queries: z.string().min(1),
	ids: z.array(z.string()).min(1),
	note: z.string().optional(),
});
export type QueryArguments = z.infer<typeof queryArguments>;
