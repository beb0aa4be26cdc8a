import { classCounts, type LabelledSpan } from './scored-span.ts';

/** Fewer of a class than this on either side give no figure worth a name. */
const fewest = 5;

/**
 * The data's own split, where it can be used: both sides hold enough of both classes, and nothing stands on both.
 * What names no side where others do has been given one before (`dividedItems`). Otherwise why not, in words.
 */
export function officialSides<T extends Pick<LabelledSpan, 'split' | 'positive' | 'cluster'>>(
	spans: readonly T[],
): { readonly train: readonly T[]; readonly test: readonly T[] } | { readonly why: string } {
	const on = (side: 'train' | 'test'): T[] => spans.filter(({ split }) => split === side);
	const [train, test] = [on('train'), on('test')];
	if (train.length === 0 || test.length === 0) return { why: 'the data name no `train` and `test` side' };
	for (const [side, of] of [
		['train', train],
		['test', test],
	] as const) {
		const { positives, negatives } = classCounts(of);
		if (positives < fewest || negatives < fewest)
			return { why: `the ${side} side has ${positives} ungrounded and ${negatives} grounded, and at least ${fewest} of each are needed` };
	}
	const both = clusterOnBothSides(spans);
	return both === null ? { train, test } : { why: `'${both}' stands on both sides of the split` };
}

/** What stands on both sides of the data's own split, so that neither side is free of the other: the first of them; `null` where nothing does. */
export function clusterOnBothSides(spans: readonly Pick<LabelledSpan, 'split' | 'cluster'>[]): string | null {
	const trained = new Set(spans.filter(({ split }) => split === 'train').map(({ cluster }) => cluster));
	return spans.find(({ split, cluster }) => split === 'test' && trained.has(cluster))?.cluster ?? null;
}
