import { classesUpTo } from './open-paths.ts';
import { roomAtOnce } from './step-session.ts';
import { logitsCopies, scoringMemory, type ScoringModel } from '../ram-for-scoring.ts';

/** What is continued together. */
export interface PathSizes {
	/** How many. */
	readonly paths: number;
	/** Tokens of the longest prompt, and of the one without documents. */
	readonly longest: number;
	readonly withoutContext: number;
	/** The longest text of the model. */
	readonly window: number;
	/** Tokens that are written, at most. */
	readonly answer: number;
	/** Of all prompts. */
	readonly characters: number;
	/** Whether a second session is opened for it. */
	readonly copiesWeights: boolean;
}

/** Copies of a batch's cache that exist at a time: what goes in, what the runtime makes of it, what it hands out, and what waits for the garbage collector. */
const cacheCopies = 4;

/** Bytes that a process needs in all for writing by several prompts, from above: one of them, and the caches and rows of all. */
export function pathsMemory(
	model: ScoringModel,
	{ paths, longest, withoutContext, window, answer, characters, copiesWeights }: PathSizes,
): number {
	const { vocabulary, logitBytes } = model.session;
	return (
		scoringMemory(model, { characters, withContext: longest, withoutContext, answer, writes: true, keptRows: 0 }) +
		// In the file's pages, and as the runtime packs them.
		(copiesWeights ? 2 * model.weightBytes : 0) +
		classesUpTo(longest, withoutContext, window - answer)
			.map((room) => cacheCopies * paths * model.session.cacheBytes(room + answer + roomAtOnce))
			.reduce((sum, bytes) => sum + bytes, 0) +
		logitsCopies * paths * vocabulary * logitBytes +
		// What a choice among all tokens keeps room for.
		paths * vocabulary * Float32Array.BYTES_PER_ELEMENT
	);
}
