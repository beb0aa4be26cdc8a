import * as z from 'zod';
import { isFailure, type FormatProblem } from './trace.ts';

/** What could not be read of a store, or was read but perhaps not as it was meant; for people and for tools. */
export const memoryProblem = z.strictObject({
	/** `error`: it was not read; `warning`: another program may read something else. */
	severity: z.enum(['error', 'warning']),
	code: z.string(),
	message: z.string(),
	hint: z.string().nullable(),
	/** Path of the file that it stands in; of what is no file the store's name. */
	file: z.string(),
	/** From 1; `null`: nobody has counted it. */
	line: z.number().int().positive().nullable(),
	/** UTF-16 offsets in the file; both 0: the file as a whole. */
	start: z.number().int().nonnegative(),
	end: z.number().int().nonnegative(),
});
export type MemoryProblem = z.infer<typeof memoryProblem>;

/** Of each severity this many are told, the first ones; all are counted. */
export const maxListedProblems = 20;

/** How much of a store could not be read, and the first of it. */
export interface CountedProblems {
	/** Parts that were not read. */
	readonly problems: number;
	/** Parts that were read, but perhaps not as they were meant. */
	readonly doubts: number;
	readonly told: readonly MemoryProblem[];
}

export const noProblems: CountedProblems = { problems: 0, doubts: 0, told: [] };

/** The same with more of them. */
export function withProblems(counted: CountedProblems, found: readonly FormatProblem[]): CountedProblems {
	let { problems, doubts } = counted;
	const listed = [...counted.told];
	for (const problem of found) {
		const before = isFailure(problem) ? problems++ : doubts++;
		if (before < maxListedProblems) listed.push(asMemoryProblem(problem));
	}
	return { problems, doubts, told: listed };
}

function asMemoryProblem(problem: FormatProblem): MemoryProblem {
	const { code, message, hint = null, document: file, line = null, range } = problem;
	return { severity: isFailure(problem) ? 'error' : 'warning', code, message, hint, file, line, start: range.start, end: range.end };
}
