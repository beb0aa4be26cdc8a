import { stratifiedFolds } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import { isFlagged, type Direction, type LabeledSpan } from './scored-span.ts';

const folds = 5;

/**
 * Verdicts by thresholds that had no part of what they judge: five folds, clusters kept whole, each cut by a threshold that the other four
 * chose. `null` where there are fewer clusters than folds, or a fold leaves the others nothing to choose by.
 */
export function crossValidatedFlags(
	spans: readonly LabeledSpan[],
	choose: (others: readonly LabeledSpan[]) => number,
	direction: Direction,
	seed: number,
	name: string,
): boolean[] | null {
	if (new Set(spans.map(({ cluster }) => cluster)).size < folds) return null;
	const cut = stratifiedFolds(
		randomFor(seed, `${name} folds`),
		{ labels: spans.map(({ positive }) => Number(positive)), groups: spans.map(({ cluster }) => cluster) },
		folds,
	);
	const flags = spans.map(() => false);
	for (const fold of cut) {
		const held = new Set(fold);
		const others = spans.filter((_, i) => !held.has(i));
		if (!others.some(({ positive }) => positive) || others.every(({ positive }) => positive)) return null;
		const threshold = choose(others);
		for (const i of fold) flags[i] = isFlagged(spans[i]!.score, threshold, direction);
	}
	return flags;
}
