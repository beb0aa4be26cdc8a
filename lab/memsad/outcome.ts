import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { aucWithin } from '../../src/statistics/stratified-auc.ts';
import { share, type Figure } from '../figure.ts';
import type { Target } from '../target.ts';

/** What a defense made of one split's planted and benign entries. */
export interface Outcome {
	/** `null`: it has verdicts alone. */
	readonly scores: { readonly planted: ArrayLike<number>; readonly benign: ArrayLike<number> } | null;
	/** `null`: scores alone. */
	readonly flags: { readonly planted: readonly boolean[]; readonly benign: readonly boolean[] } | null;
}

export interface Targets {
	readonly tpr?: Target;
	readonly fpr?: Target;
	readonly auroc?: Target;
}

/**
 * TPR, FPR and AUROC of a defense over splits of equal size: means of the splits; intervals of the shares by Clopper and Pearson over all entries, that of the
 * area by a bootstrap over entries within their splits.
 */
export function outcomeFigures(
	name: string,
	outcomes: readonly Outcome[],
	{ tpr, fpr, auroc }: Targets,
	{ seed, resamples }: { readonly seed: number; readonly resamples: number },
): Figure[] {
	const figures: Figure[] = [];
	const flagged = outcomes.flatMap(({ flags }) => (flags === null ? [] : [flags]));
	if (flagged.length > 0) {
		const [planted, benign] = [flagged.flatMap((one) => one.planted), flagged.flatMap((one) => one.benign)];
		if (planted.length > 0) figures.push(share(`${name} | TPR`, planted, Boolean, tpr));
		if (benign.length > 0) figures.push(share(`${name} | FPR`, benign, Boolean, fpr));
	}
	const area = areaOver(`${name} | AUROC`, outcomes, auroc ?? null, { seed, resamples });
	return area === undefined ? figures : [...figures, area];
}

/** Mean of the splits' areas; nothing without scores. */
export function areaOver(
	name: string,
	outcomes: readonly Outcome[],
	target: Target | null,
	{ seed, resamples }: { readonly seed: number; readonly resamples: number },
): Figure | undefined {
	const [scores, labels, splits]: [number[], number[], number[]] = [[], [], []];
	for (const [split, { scores: own }] of outcomes.entries()) {
		if (own === null) continue;
		for (const [label, values] of [
			[1, own.planted],
			[0, own.benign],
		] as const)
			for (const value of Array.from(values)) {
				scores.push(value);
				labels.push(label);
				splits.push(split);
			}
	}
	if (!labels.includes(1) || !labels.includes(0)) return undefined;
	const { value, low, high } = bootstrapInterval(scores.length, aucWithin(scores, labels, splits), {
		random: randomFor(seed, name),
		resamples,
		method: 'percentile',
		unvaried: { cases: labels.filter((label) => label === 1).length },
	});
	return { name, value, low, high, n: scores.length, unit: '', target };
}
