import { stratifiedPart } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import { plural } from '../../wording/phrases.ts';
import { classCounts, type LabeledSpan } from './scored-span.ts';
import type { TraceItem } from './trace-item.ts';

/** Fewer of a class than this on either side give no figure worth a name. */
const fewest = 5;

/**
 * The data's own split, where it can be used: both sides hold enough of both classes, and nothing stands on both.
 * What names no side where others do has been given one before (`dividedItems`). Otherwise why not, in words.
 */
export function officialSides<T extends Pick<LabeledSpan, 'split' | 'positive' | 'cluster'>>(
	spans: readonly T[],
): { readonly train: readonly T[]; readonly test: readonly T[] } | { readonly why: string } {
	const on = (side: 'train' | 'test'): T[] => spans.filter(({ split }) => split === side);
	const [train, test] = [on('train'), on('test')];
	if (train.length === 0 || test.length === 0) return { why: 'the data have no `train` and `test` side' };
	for (const [side, of] of [
		['train', train],
		['test', test],
	] as const) {
		const { positives, negatives } = classCounts(of);
		if (positives < fewest || negatives < fewest)
			return { why: `the ${side} side has ${positives} unsupported and ${negatives} supported, and at least ${fewest} of each are needed` };
	}
	const both = clusterOnBothSides(spans);
	return both === null ? { train, test } : { why: `'${both}' is on both sides of the split` };
}

/** What stands on both sides of the data's own split, so that neither side is free of the other: the first of them; `null` where nothing does. */
export function clusterOnBothSides(spans: readonly Pick<LabeledSpan, 'split' | 'cluster'>[]): string | null {
	const trained = new Set(spans.filter(({ split }) => split === 'train').map(({ cluster }) => cluster));
	return spans.find(({ split, cluster }) => split === 'test' && trained.has(cluster))?.cluster ?? null;
}

/** Of groups whose side nobody names, about so many are held out. */
export const heldOutShare = 1 / 3;

/** Items with a side each, where the data have sides. */
export interface DividedItems<T> {
	readonly items: readonly T[];
	/** How many of either side come from where, in words; `null` where nothing had to be divided. */
	readonly note: string | null;
}

/**
 * Data that name no side, beside data that name a train and a test side, take part on both: what is of a group that the split has placed
 * follows it; of the other groups about a third, drawn by the seed, goes to the test side and the rest to the train side. Sides that the data name
 * are kept. Without both sides, or where a group stands on both, the split is used by nobody and nothing is divided.
 */
export function dividedItems<T extends Pick<TraceItem, 'split' | 'group' | 'response'>>(
	items: readonly T[],
	seed: number,
): DividedItems<T> {
	const named = new Map(items.flatMap(({ split, group }) => (split === null ? [] : [[group, split] as const])));
	const sides = new Set(named.values());
	const open = items.filter(({ split }) => split === null);
	if (sides.size < 2 || open.length === 0 || clusterOnBothSides(items.map(({ split, group }) => ({ split, cluster: group }))) !== null)
		return { items, note: null };
	const drawn = open.filter(({ group }) => !named.has(group));
	const groups = drawn.map(({ group }) => group);
	// A single group can be held out of nothing.
	const test = new Set(
		new Set(groups).size < 2
			? []
			: stratifiedPart(
					randomFor(seed, 'traces without a side'),
					{ labels: drawn.map(({ response }) => Number(response.truth === true)), groups },
					heldOutShare,
				).part.map((i) => groups[i]!),
	);
	const divided = items.map((item) =>
		item.split === null
			? { ...item, split: named.get(item.group) ?? (test.has(item.group) ? ('test' as const) : ('train' as const)) }
			: item,
	);
	const count = (side: 'train' | 'test', of: readonly T[]): string => of.filter(({ split }) => split === side).length.toLocaleString('en');
	const [official, added] = [items.filter(({ split }) => split !== null), divided.filter((_, i) => items[i]!.split === null)];
	const follow = open.length - drawn.length;
	return {
		items: divided,
		note: `The data name the side of ${plural(official.length, 'trace')} (${count('train', official)} train, ${count('test', official)} test) and of ${open.length.toLocaleString('en')} none: by group and seed ${count('train', added)} of these went to the train side and ${count('test', added)} to the test side${follow === 0 ? '' : `, ${follow.toLocaleString('en')} of them with the group that they are of`}.`,
	};
}
