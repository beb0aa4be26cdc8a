import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import type { MemoryBatch } from './memory-store.ts';

/** An entry of a reading, or what could not be read in its place. */
export interface ReadStep {
	readonly entry: MemoryEntry | null;
	readonly problems: readonly FormatProblem[];
	/** Reading goes on behind it. */
	readonly cursor: string;
}

/** Units of text and problems that are handed on at once, whatever the size of a batch. */
const max = { units: 4 * 2 ** 20, problems: 1000 };

/** Steps as batches of at most `batch` entries, of bounded size; ends with the signal's reason where it is aborted. */
export async function* inBatches(
	steps: AsyncIterable<ReadStep> | Iterable<ReadStep>,
	{ batch, signal }: { readonly batch: number; readonly signal: AbortSignal },
): AsyncGenerator<MemoryBatch> {
	let entries: MemoryEntry[] = [];
	let problems: FormatProblem[] = [];
	let units = 0;
	let cursor: string | null = null;
	for await (const step of steps) {
		signal.throwIfAborted();
		if (step.entry !== null) {
			entries.push(step.entry);
			units += step.entry.text.length + (step.entry.embedding?.length ?? 0);
		}
		problems.push(...step.problems);
		cursor = step.cursor;
		if (entries.length < Math.max(batch, 1) && units < max.units && problems.length < max.problems) continue;
		yield { entries, problems, cursor };
		signal.throwIfAborted();
		[entries, problems, units, cursor] = [[], [], 0, null];
	}
	signal.throwIfAborted();
	if (cursor !== null && (entries.length > 0 || problems.length > 0)) yield { entries, problems, cursor };
}
