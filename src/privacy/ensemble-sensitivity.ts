/** `absolute`: log-probabilities under the path's best, cut at `−C` (PEARL). `difference`: against the path without documents, cut at `±C` (InvisibleInk). */
export type Clip = 'absolute' | 'difference';

/**
 * How far one document more, less or emptied can move each mean utility over `M` sets: `C/M` (absolute) or `2C/M` (difference).
 *
 * Why it holds: which set a document is in depends on its text and a key alone, so one of `M` terms changes. `absolute`: a term
 * `max(z(v) − max_w z(w), −C)` lies in `[−C, 0]`. `difference`: `z_0(v) + clamp(z(v) − z_0(v), −C, C)` lies in `z_0(v) ± C`, and `z_0` is
 * public. An empty set speaks as the path without documents does (its clipped log-probabilities; `z_0(v)`), which lies in the same interval.
 * @param subsets `M`.
 */
export function ensembleSensitivity(clip: Clip, clipBound: number, subsets: number): number {
	return ((clip === 'absolute' ? 1 : 2) * clipBound) / subsets;
}
