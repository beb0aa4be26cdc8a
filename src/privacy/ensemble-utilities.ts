/** `absolute`: log-probabilities under the path's best, cut at `−C` (PEARL). `difference`: against the path without documents, cut at `±C` (InvisibleInk). */
export type Clip = 'absolute' | 'difference';

/** How far one document more or less can move each utility: `C/M` (absolute) or `2C/M` (difference). @param subsets `M`. */
export function ensembleSensitivity(clip: Clip, clipBound: number, subsets: number): number {
	return ((clip === 'absolute' ? 1 : 2) * clipBound) / subsets;
}

/**
 * Indices that a token is chosen from, ascending: the `k` likeliest of the path without documents, and all within `2C` of the last of them
 * (InvisibleInk's top-k+: no other can come among the `k` best by documents that move it by `C`). It reads no document, so it costs nothing.
 * @param without `[V]` log-probabilities of the path without documents.
 */
export function publicCandidates(without: Float64Array, k: number, clipBound: number): Uint32Array {
	const least = without.toSorted()[Math.max(0, without.length - k)]! - 2 * clipBound;
	const candidates: number[] = [];
	for (let v = 0; v < without.length; v++) if (without[v]! >= least && without[v]! > -Infinity) candidates.push(v);
	return Uint32Array.from(candidates);
}

export interface EnsembleOptions {
	readonly clip: Clip;
	/** `C`, nats. */
	readonly clipBound: number;
	/** `[V]` log-probabilities (log-softmax) of the path without documents. */
	readonly without: Float64Array;
	/** `M` of them, `[V]` each; `null` for a subset that no document is in. */
	readonly paths: readonly (Float64Array | null)[];
	/** From `publicCandidates`. */
	readonly candidates: Uint32Array;
}

/**
 * Mean utilities of the candidates over the subsets, and how far one document can move each.
 *
 * Why the sensitivity holds: which subset a document is in depends on its text and a key alone, so a document more or less changes one of
 * `M` terms. `absolute`: a term `max(z(v) − max_w z(w), −C)` lies in `[−C, 0]`. `difference`: `z_0(v) + clamp(z(v) − z_0(v), −C, C)`
 * lies in `z_0(v) ± C`, and `z_0` is public. An empty subset speaks as the path without documents does (its clipped
 * log-probabilities; `z_0(v)`), which lies in the same interval.
 * @throws RangeError without paths, or where a path's length is not that of `without`.
 */
export function ensembleUtilities(options: EnsembleOptions): { readonly utilities: Float64Array; readonly sensitivity: number } {
	const { clip, clipBound, without, paths, candidates } = options;
	if (paths.length === 0) throw new RangeError('an ensemble of no subsets');
	const utilities = new Float64Array(candidates.length);
	for (const path of paths) {
		const row = path ?? without;
		if (row.length !== without.length) throw new RangeError(`paths of ${row.length} and ${without.length} log-probabilities`);
		const best = clip === 'absolute' ? greatest(row) : 0;
		for (const [i, v] of candidates.entries())
			utilities[i]! +=
				clip === 'absolute'
					? Math.max(row[v]! - best, -clipBound)
					: without[v]! + Math.min(clipBound, Math.max(-clipBound, row[v]! - without[v]!));
	}
	for (let i = 0; i < utilities.length; i++) utilities[i]! /= paths.length;
	return { utilities, sensitivity: ensembleSensitivity(clip, clipBound, paths.length) };
}

function greatest(row: Float64Array): number {
	let most = -Infinity;
	for (const value of row) if (value > most) most = value;
	return most;
}

/** Log weights `ε u / 2Δ` of utilities for `drawExponential`: an ε-bounded-range step. */
export function logWeightsOf(utilities: Float64Array, sensitivity: number, epsilon: number): Float64Array {
	return utilities.map((utility) => (epsilon * utility) / (2 * sensitivity));
}
