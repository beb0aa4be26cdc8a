import * as z from 'zod';
import { analysisMethodNames } from '../formats/analysis-methods.ts';
import { notification, request } from './rpc.ts';

/**
 * Analyzes the answers that are appended to a file of JSON Lines, until it is canceled. Each comes as `FileAnalyzed`.
 */
export const WatchFile = request(
	'ragAssay/watchFile',
	z.object({
		token: z.string(),
		path: z.string(),
		methods: z.array(z.enum(analysisMethodNames)).optional(),
		mapping: z.object({ question: z.string().optional(), contexts: z.string(), answer: z.string() }).optional(),
		/** Whether the answers that are in the file already are analyzed, too. */
		all: z.boolean().optional(),
	}),
	z.never(),
);
/** A file is watched from now on: what is appended is not lost. */
export const WatchBegan = notification('ragAssay/watchBegan', z.object({ token: z.string() }));
/** Something about a watched file that is no answer: what happened to it, or a line that cannot be read. */
export const WatchRemark = notification(
	'ragAssay/watchRemark',
	z.object({ token: z.string(), message: z.string(), line: z.number().int().optional(), hint: z.string() }),
);
