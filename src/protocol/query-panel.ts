import * as z from 'zod';
import { queryFinding, queryScreenRecord, queryScreenSummary } from '../formats/query-screen-record.ts';
import { notification, request } from './rpc.ts';

/** A file, folder or address, and what it is called for short. */
const named = z.object({ target: z.string(), label: z.string() });

/** A query in the panel's list; all that is known of it is asked for when it is chosen. */
export const queryRow = z.object({
	/** Of this run: from 0, in the order of the log. */
	at: z.number().int().nonnegative(),
	id: z.string(),
	/** Its beginning. */
	query: z.string(),
	session: z.string().nullable(),
	target: z.string(),
	max: z.number(),
	threshold: z.number().nullable(),
	z: z.number().nullable(),
	reasons: z.array(queryFinding.shape.reason),
	flagged: z.boolean(),
	/** It has findings, and a person has marked it benign. */
	benign: z.boolean(),
});
export type QueryRow = z.infer<typeof queryRow>;

/** How the newest run stands. */
const screeningState = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('none') }),
	z.object({ kind: z.literal('running'), message: z.string(), done: z.number().int(), of: z.number().int().nullable(), live: z.boolean() }),
	z.object({ kind: z.literal('done') }),
	z.object({ kind: z.literal('stopped'), live: z.boolean() }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type ScreeningState = z.infer<typeof screeningState>;

const queryPanelState = z.object({
	/** Without trust nothing is marked, and no address is connected to. */
	trusted: z.boolean(),
	log: named.nullable(),
	store: named.nullable(),
	/** Ordinary queries that the next run is told of; `null`: it looks for them beside the log and the documents. */
	benign: named.extend({ from: z.enum(['person', 'settings']) }).nullable(),
	/** Counts runs: what belongs to another one is stale. */
	run: z.number().int(),
	screening: screeningState,
	/** What was screened in this run, and against what. */
	shown: z.object({ log: named, store: named, benign: named.nullable() }).nullable(),
	queries: z.number().int(),
	/** Whether a threshold decides; true before any query was screened. */
	judged: z.boolean(),
	flagged: z.number().int(),
	/** Unflagged queries beyond those that are listed. */
	unlisted: z.number().int(),
	/** What was said of the log of a live run: how often, and the newest first, as far as they are kept. */
	remarks: z.object({ all: z.number().int(), newest: queryScreenSummary.shape.remarks }),
	/** Once the run is done. */
	summary: queryScreenSummary.nullable(),
});
export type QueryPanelState = z.infer<typeof queryPanelState>;

const none = z.null();
const place = z.object({ run: z.number().int(), at: z.number().int().nonnegative() });

export const OpenQueryPanel = request('ragAssay/queryPanel/open', none, z.object({ state: queryPanelState, rows: z.array(queryRow) }));
export const QueryPanelChanged = notification('ragAssay/queryPanel/changed', queryPanelState);
/** Rows of a run that are new, or other than they were. */
export const QueryRowsChanged = notification('ragAssay/queryPanel/rows', z.object({ run: z.number().int(), rows: z.array(queryRow) }));

/** Asks a person, in VS Code's own lists. */
export const PickForScreening = request('ragAssay/queryPanel/pick', z.object({ what: z.enum(['log', 'store', 'benign']) }), none);
/** Begins a run in place of the one before; `live`: it goes on with what is appended to the log. */
export const RunScreening = request('ragAssay/queryPanel/run', z.object({ live: z.boolean() }), none);
export const StopScreening = request('ragAssay/queryPanel/stop', none, none);
/** Everything about one query; `null`: its run is over. */
export const GetScreenedQuery = request('ragAssay/queryPanel/query', place, queryScreenRecord.nullable());
/** Opens a document that retrieval returned, where it stands. */
export const OpenRetrieved = request('ragAssay/queryPanel/openDocument', place.extend({ id: z.string() }), none);
export const GoToQuery = request('ragAssay/queryPanel/goTo', place, none);
/** Marks a query benign after asking for a note, or takes that back. */
export const MarkScreenedQuery = request('ragAssay/queryPanel/mark', place.extend({ benign: z.boolean() }), none);
export const ExportScreening = request(
	'ragAssay/queryPanel/export',
	z.object({ format: z.enum(['csv', 'jsonl']) }),
	z.object({ saved: z.boolean() }),
);
export const TrustForScreening = request('ragAssay/queryPanel/trust', none, none);
