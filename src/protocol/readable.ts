import * as z from 'zod';
import { request } from './rpc.ts';

const uri = z.string().min(1);
const position = z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() });
/** `[startLine, startCharacter, endLine, endCharacter]`. */
const quad = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);

/** A trace of a file of many, as a readable document. */
const readable = z.object({
	/** Of the readable document (`src/formats/readable-uri.ts`). */
	uri,
	/** The document's text: a `*.rag.md`. */
	text: z.string(),
	/** Where the trace is in its file. */
	source: z.object({ uri, range: quad }),
	/** The place in the text that was asked about. Absent if it is in none of the trace's texts. */
	range: quad.optional(),
});

/** Asks for the text of a readable document. `null` if its file, or the trace in it, is gone. */
export const ReadableTrace = request('ragAssay/readableTrace', z.object({ uri }), readable.nullable());

/** Asks for the trace at a place in a file, or for the first one. `null` if there is none. */
export const ReadableTraceAt = request('ragAssay/readableTraceAt', z.object({ uri, position: position.optional() }), readable.nullable());

/** Traces that a list names; the others are counted. */
export const mostListed = 500;

/** Asks for the traces of a file, in its order. `null` if the file is gone, or in no format that is known. */
export const TracesOfFile = request(
	'ragAssay/tracesOfFile',
	z.object({ uri }),
	z
		.object({
			count: z.number().int().nonnegative(),
			traces: z.array(z.object({ id: z.string(), uri, line: z.number().int().positive(), question: z.string() })).max(mostListed),
		})
		.nullable(),
);

/** Lines of a large file that a list shows at once. */
const mostLinesListed = 100;

/**
 * Finds the lines of a JSON Lines file that is too large to be opened. It reports `Progress`. If it is canceled, the next request goes on where it
 * stopped.
 */
export const IndexLargeFile = request(
	'ragAssay/indexLargeFile',
	z.object({ uri, token: z.string() }),
	z.object({
		/** Lines that are not blank. */
		count: z.number().int().nonnegative(),
		/** The format, as messages call it. */
		format: z.string(),
	}),
);

/** Asks for traces of such a file from one line on. It waits until the file is indexed. */
export const LargeFileTraces = request(
	'ragAssay/largeFileTraces',
	z.object({ uri, line: z.number().int().positive(), count: z.number().int().positive().max(mostLinesListed) }),
	z.object({
		lines: z.array(
			z.object({
				line: z.number().int().positive(),
				/** Of the readable document. */
				uri,
				/** The question of the trace, or why the line holds none. */
				question: z.string(),
				isReadable: z.boolean(),
			}),
		),
		/** Whether there are lines before the first one, and behind the last one. */
		hasBefore: z.boolean(),
		hasMore: z.boolean(),
	}),
);

/** Asks for the readable documents of the traces before and behind the one that a readable document of a large file shows. */
export const NeighborTraces = request(
	'ragAssay/neighborTraces',
	z.object({ uri }),
	z.object({ before: uri.optional(), after: uri.optional() }),
);

/** Asks which of some files hold traces of another tool. It looks at their beginnings. */
export const ForeignFiles = request('ragAssay/foreignFiles', z.object({ uris: z.array(uri).max(2000) }), z.array(uri));
