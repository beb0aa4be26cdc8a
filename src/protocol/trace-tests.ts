import * as z from 'zod';
import { notification, request } from './rpc.ts';

const uri = z.string().min(1);
/** `[startLine, startCharacter, endLine, endCharacter]`. */
const quad = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);

/** Asks for the files that *Analyze Workspace* would analyze, without analyzing them. Of a pair, the response. */
export const TraceFiles = request('ragAssay/traceFiles', z.object({ folders: z.array(uri) }), z.object({ uris: z.array(uri) }));

/**
 * Analyzes files, or some traces of them, as tests: each answer without findings passes. What comes of each arrives as `TraceTested`. Of files in
 * the product's formats the findings go to Problems, too.
 */
export const TestTraces = request(
	'ragAssay/testTraces',
	z.object({
		token: z.string(),
		/** `traces`: the IDs of the traces of a file of many. Absent: all of the file's traces count as one test. */
		files: z.array(z.object({ uri, traces: z.array(z.string()).optional() })),
	}),
	z.null(),
);

/** What came of a test. */
const outcome = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('running') }),
	z.object({ kind: z.literal('passed') }),
	z.object({
		kind: z.literal('failed'),
		/** Findings as Problems lists them, with their places in the test's file. */
		findings: z.array(z.object({ code: z.string(), message: z.string(), range: quad })).min(1),
	}),
	/** The answer was not judged, or could not be analyzed: sentences that say why. */
	z.object({ kind: z.literal('skipped'), reason: z.string() }),
]);
export type TestOutcome = z.infer<typeof outcome>;

/** Says what came of one test, or that it begins. `trace`: the ID of the trace, for a file of many. */
export const TraceTested = notification(
	'ragAssay/traceTested',
	z.object({
		token: z.string(),
		uri,
		trace: z.string().optional(),
		outcome,
		/** What a reader must know of how the answer was read, in sentences. */
		notes: z.array(z.string()),
		/** How long it took, milliseconds. 0 when it begins. */
		milliseconds: z.number().nonnegative(),
	}),
);
