import { formOf } from '../../src/redteam/memory/text-form.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { fitLogisticRegression, predictLogistic } from '../logistic-regression.ts';
import { randomFor, shuffled } from '../../src/statistics/random.ts';
import type { Outcome } from './outcome.ts';

/** Texts of a split's planted and benign entries. */
export interface PlantedAndBenign {
	readonly planted: readonly string[];
	readonly benign: readonly string[];
}

/** Length as a score. */
export function lengthAlone(splits: readonly PlantedAndBenign[]): Outcome[] {
	return splits.map(({ planted, benign }) => ({
		scores: { planted: planted.map(({ length }) => length), benign: benign.map(({ length }) => length) },
		flags: null,
	}));
}

/**
 * What a text looks like as a score: logistic regression of `formFeatures`, taught on all other splits; with one split on one half of it for the other
 * half (the half that teaches is then not scored).
 */
export function formatAlone(splits: readonly PlantedAndBenign[]): Outcome[] {
	const halves = (one: PlantedAndBenign, which: 0 | 1): PlantedAndBenign => ({
		planted: one.planted.filter((_, i) => i % 2 === which),
		benign: one.benign.filter((_, i) => i % 2 === which),
	});
	const [first] = splits;
	if (first === undefined) return [];
	if (splits.length === 1) return [judged(halves(first, 0), [halves(first, 1)])];
	return splits.map((split) =>
		judged(
			split,
			splits.filter((other) => other !== split),
		),
	);
}

function judged({ planted, benign }: PlantedAndBenign, taught: readonly PlantedAndBenign[]): Outcome {
	const rows = taught.flatMap((one) => [...one.planted, ...one.benign].map(formOf));
	const labels = taught.flatMap((one) => [...one.planted.map(() => 1), ...one.benign.map(() => 0)]);
	const model = fitLogisticRegression(featureMatrix(rows), labels);
	const score = (text: string): number => predictLogistic(model, formOf(text));
	return { scores: { planted: planted.map(score), benign: benign.map(score) }, flags: null };
}

/** The same scores with labels shuffled among all of a split's entries: each of its `draws` is a split of its own. */
export function shuffledLabels(
	outcomes: readonly Outcome[],
	{ seed, name, draws }: { readonly seed: number; readonly name: string; readonly draws: number },
): Outcome[] {
	return outcomes.flatMap(({ scores }, split) =>
		scores === null
			? []
			: Array.from({ length: draws }, (_, draw): Outcome => {
					const planted = scores.planted.length;
					const all = shuffled(randomFor(seed, `${name} ${split} ${draw}`), [...Array.from(scores.planted), ...Array.from(scores.benign)]);
					return { scores: { planted: all.slice(0, planted), benign: all.slice(planted) }, flags: null };
				}),
	);
}
