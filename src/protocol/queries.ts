import * as z from 'zod';
import { queryScreenRecord, queryScreenSummary, screeningRules } from '../formats/query-screen-record.ts';
import { notification, request } from './rpc.ts';

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

/** What queries are screened against. Files are absolute paths. */
const against = {
	token: z.string(),
	/** A path or an address, as in `memory.ts`. */
	store: z.string().min(1),
	/** Of benign queries (`*.queries.jsonl`, or any query log): the empirical threshold is made of them. */
	benign: z.string().optional(),
	/** Whether `benign.queries.jsonl` or `NAME.benign.queries.jsonl` beside the log or the store is taken where `benign` names no file. */
	findBenign: z.boolean().default(true),
	/** Absent: empirical where benign queries, a profile or moments have one, else skew-corrected; with `lexical` none. */
	rule: z.enum(screeningRules).optional(),
	rho: z.number().gt(0).lt(1).default(0.05),
};

export const screenParams = z.object({
	...against,
	/** A query log. */
	queries: z.string().min(1),
	/** How many documents retrieval returns. */
	k: z.number().int().min(1).max(100).default(3),
	/** Moments that `queries moments` wrote, in place of reading the whole store; then `store` has to search by itself. */
	moments: z.string().optional(),
	/** Whether to go on with lines that are appended, until it is canceled. */
	follow: z.boolean().default(false),
});

/** Screens a log: records come as `QueriesScreened`, in the log's order. Nothing is changed by it. */
export const ScreenQueries = request('ragAssay/queries/screen', screenParams, queryScreenSummary);

/** Records of a screening that goes on. */
export const QueriesScreened = notification(
	'ragAssay/queries/screened',
	z.object({ token: z.string(), records: z.array(queryScreenRecord), done: z.number().int(), of: z.number().int().nullable() }),
);

/** What is said of a log while it is followed: lines that cannot be read, by their places, and that it is read from its beginning again. */
export const FollowedLogRemarks = notification(
	'ragAssay/queries/remarks',
	z.object({ token: z.string(), remarks: queryScreenSummary.shape.remarks }),
);

/** Writes the moments of a store for middleware, with the threshold of benign queries where there are any. */
export const WriteMoments = request(
	'ragAssay/queries/moments',
	z.object({ ...against, output: z.string().min(1), force: z.boolean().default(false) }),
	z.object({ file: z.string(), documents: z.number().int(), bytes: z.number().int(), says: z.array(z.string()) }),
);

/** Marks queries of a log benign, by the hash of their text, in the sidecar; or takes that back. */
export const MarkQueriesBenign = request(
	'ragAssay/queries/benign',
	z.object({
		queries: z.string().min(1),
		ids: z.array(z.string()).min(1),
		who: z.string().min(1).optional(),
		note: z.string(),
		benign: z.boolean(),
	}),
	/** `by`: whose marks were taken back. */
	z.object({ file: z.string(), changed: z.number().int(), by: z.array(z.string()) }),
);
