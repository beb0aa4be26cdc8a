import type { Random } from '../statistics/random.ts';

export interface SamplingOptions {
	/** 0 takes the most probable token. */
	readonly temperature: number;
	/** Nucleus sampling: the fewest most probable tokens whose probabilities reach this sum; 1 is all. */
	readonly topP: number;
}

/**
 * Chooses a token from logits `[V]`. Temperature is applied first, then the nucleus; ties keep the smaller index first.
 * @throws RangeError for a row that is no distribution.
 */
export function sampleToken(row: Float32Array, options: SamplingOptions, random: Random): number {
	let best = 0;
	for (let v = 0; v < row.length; v++) {
		if (Number.isNaN(row[v])) throw new RangeError(`logit ${v} is not a number`);
		if (row[v]! > row[best]!) best = v;
	}
	const max = row[best] ?? NaN;
	if (!Number.isFinite(max)) throw new RangeError('no logit is finite');
	if (options.temperature <= 0) return best;
	const weights = Float64Array.from(row, (x) => Math.exp((x - max) / options.temperature));
	const total = weights.reduce((sum, w) => sum + w, 0);
	const candidates = options.topP >= 1 ? [...weights.keys()] : nucleus(weights, options.topP * total);
	let left = random() * candidates.reduce((sum, v) => sum + weights[v]!, 0);
	for (const v of candidates) {
		left -= weights[v]!;
		if (left < 0 && weights[v]! > 0) return v;
	}
	return best;
}

/** Indices of the largest weights, largest first, until they reach `mass`; at least one. */
function nucleus(weights: Float64Array, mass: number): number[] {
	const sorted = [...weights.keys()].filter((v) => weights[v]! > 0).toSorted((a, b) => weights[b]! - weights[a]! || a - b);
	let reached = 0;
	const size = sorted.findIndex((v) => (reached += weights[v]!) >= mass);
	return size < 0 ? sorted : sorted.slice(0, size + 1);
}
