import * as z from 'zod';
import { fitting, float64, list, uint32, type Handed } from './schema.ts';
import { truncation } from './scores.ts';

/**
 * A response of `T` tokens, scored teacher-forced again and again, each time without some of the prompt's `K` contexts (docs/methods/hiding.md).
 * Token ranges are UTF-16 offsets into the response text. They are in order, do not overlap, and together cover the text.
 */
export const hidingResult = fitting(
	z.object({
		tokenIds: uint32('T'),
		start: uint32('T'),
		end: uint32('T'),
		/** The IDs of the contexts that the model read, in the prompt's order. What the window cut away is in `truncation`. */
		contextIds: list('K', z.string()),
		/** `ln P(y_t)` with all contexts, nats. */
		logProbability: float64('T'),
		/** The same without any context. */
		none: float64('T'),
		/** The same without one context. NaN for a context that was only measured together with others (`groups`). */
		without: float64('T', 'K'),
		/** The same with only that context. NaN where it was not asked for, because what one context gives alone is explained by what is missing without it. */
		only: float64('T', 'K'),
		/** Contexts, by their number, that were only measured together, because together they give no token anything. */
		groups: z.array(z.array(z.number().int().nonnegative())),
		/**
		 * `hidden`: the response's rows could not attend to the contexts; what later tokens of the prompt had taken from them stays.
		 * `left-out`: the prompt was read without them.
		 */
		how: z.enum(['hidden', 'left-out']),
		/** Why contexts could not be hidden, as a clause. `null` if they were hidden. */
		why: z.string().nullable(),
		/** How often the response was read. */
		passes: z.number().int().positive(),
		truncation: truncation.nullable(),
	}),
);
export type HidingResult = Handed<typeof hidingResult>;
