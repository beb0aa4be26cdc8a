import { setImmediate } from 'node:timers/promises';
import { densities, densityNeighbors } from '../../methods/memsad/density.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { robustThreshold } from '../../methods/memsad/thresholds.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import { copiesWords } from './scan-words.ts';

/** Entries that lie further apart than this have a subject in common, and are no copies; measured with `lexical`, where benign ones stay below 0.7. */
const minDensity = 0.85;

/** Entries that are compared before others get their turn, and progress is told. */
const rowsAtOnce = 64;

/**
 * Entries of which the store holds several near copies, as bulk planting leaves them. Thresholds are the store's own, by median and spread: density grows with a
 * store, so that another one says nothing of it.
 * @param embeddings unit rows, one an entry
 * @returns findings by id
 */
export async function copiesFindings(
	ids: readonly string[],
	embeddings: Matrix,
	{ signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<Map<string, FoundInEntry[]>> {
	if (ids.length <= densityNeighbors) return new Map();
	const all = new Float64Array(ids.length);
	const nearest = new Int32Array(ids.length * densityNeighbors);
	for (let from = 0; from < ids.length; from += rowsAtOnce) {
		const some = densities(embeddings, from, Math.min(from + rowsAtOnce, ids.length));
		all.set(some.density, from);
		nearest.set(some.nearest, from * densityNeighbors);
		onProgress(Math.min(from + rowsAtOnce, ids.length));
		// oxlint-disable-next-line no-await-in-loop -- whoever waits for this process gets an answer in between
		await setImmediate();
		signal.throwIfAborted();
	}
	const threshold = Math.max(minDensity, robustThreshold(all).threshold);
	return new Map(
		[...all.entries()].flatMap(([row, score]) => {
			if (score <= threshold) return [];
			const others = [...nearest.subarray(row * densityNeighbors, (row + 1) * densityNeighbors)].map((at) => ids[at]!);
			const one = finding('copies', 'rag-assay/memory-copies', { message: copiesWords(others, score, threshold), score, threshold });
			return [[ids[row]!, [one]]];
		}),
	);
}
