import * as z from 'zod';

/** What one process is to measure. */
export const pathSpeedRun = z.object({
	/** Of the `.onnx` and of config.json. */
	graph: z.string(),
	config: z.string(),
	/** Of each path, before the first token. */
	promptTokens: z.number().int(),
	/** Written in each round. */
	tokens: z.number().int(),
	rounds: z.number().int(),
});
export type PathSpeedRun = z.infer<typeof pathSpeedRun>;

/** Milliseconds of CPU time for a token, by round. */
const times = z.array(z.number());
export const pathSpeedResult = z.object({
	/** As the product writes an ordinary answer. */
	one: times,
	/** One path in the session that paths are written in. */
	oneInPlace: times,
	/** All paths in that session, all that decides the token included. */
	many: times,
	/** All paths in the model's own session, whose caches are copied. */
	manyCopied: times,
	/** By the clock, the quickest tenth of a round. */
	oneClock: times,
	oneInPlaceClock: times,
	manyClock: times,
	/** The same of log-softmax, clip and mean, measured beside the token, and of all that decides it. */
	reducedClock: times,
	chosenClock: times,
	vocabulary: z.number(),
});
export type PathSpeedResult = z.infer<typeof pathSpeedResult>;

export const paths = 9;
