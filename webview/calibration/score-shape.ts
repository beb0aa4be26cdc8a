import type { DetectorReport } from '../../src/protocol/calibration-panel.ts';

export interface Point {
	readonly x: number;
	readonly y: number;
}

/**
 * The outline of one class's scores: share of the class in each bin, as the corners of a stair that begins and ends at zero.
 * Shares, for the classes are of different size; a class without members lies at zero.
 */
export function outline(edges: readonly number[], counts: readonly number[]): Point[] {
	const total = counts.reduce((sum, count) => sum + count, 0);
	const corners: Point[] = [];
	for (const [i, count] of counts.entries()) {
		const share = total === 0 ? 0 : count / total;
		corners.push({ x: edges[i] ?? 0, y: share }, { x: edges[i + 1] ?? 0, y: share });
	}
	const [first, last] = [corners[0], corners.at(-1)];
	return first === undefined || last === undefined ? [] : [{ x: first.x, y: 0 }, ...corners, { x: last.x, y: 0 }];
}

/** Where a threshold can be moved to: all scores, and the threshold itself. */
export function thresholdRange({
	histogram: { edges },
	threshold,
}: Pick<DetectorReport, 'histogram' | 'threshold'>): readonly [low: number, high: number] {
	const low = Math.min(edges[0] ?? threshold, threshold);
	const high = Math.max(edges.at(-1) ?? threshold, threshold);
	return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

/** Parts of the range that a key moves the threshold by. */
const steps: Readonly<Record<string, number>> = {
	ArrowRight: 1 / 200,
	ArrowUp: 1 / 200,
	ArrowLeft: -1 / 200,
	ArrowDown: -1 / 200,
	PageUp: 1 / 20,
	PageDown: -1 / 20,
};

/** The threshold after a key, as sliders have them; undefined for a key that moves nothing. With Shift ten times finer. */
export function thresholdAfter(key: string, fine: boolean, threshold: number, [low, high]: readonly [number, number]): number | undefined {
	if (key === 'Home') return low;
	if (key === 'End') return high;
	const step = steps[key];
	if (step === undefined) return undefined;
	return Math.min(high, Math.max(low, threshold + step * (fine ? 0.1 : 1) * (high - low)));
}

/** Counts of both classes in the bin of a score. */
export function binAt(
	{ edges, negative, positive }: DetectorReport['histogram'],
	score: number,
): { readonly low: number; readonly high: number; readonly negative: number; readonly positive: number } | undefined {
	const i = Math.min(
		edges.findLastIndex((edge) => edge <= score),
		negative.length - 1,
	);
	const [low, high] = [edges[i], edges[i + 1]];
	return low === undefined || high === undefined ? undefined : { low, high, negative: negative[i] ?? 0, positive: positive[i] ?? 0 };
}
