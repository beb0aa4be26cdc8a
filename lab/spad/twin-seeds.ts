import { randomFor } from '../../src/statistics/random.ts';
import { newSeed } from '../datasets/planned-answer.ts';
import type { Side } from '../world/domain.ts';

/** Those of lab/making/make-datasets.ts, so that the same model gives the same answers. */
const first: Readonly<Record<Side, number>> = { train: 401, test: 402 };

/** What a bench's seed draws a set by the twin recipe with: other questions on both sides for every seed. */
export function twinSeeds(seed: number): Readonly<Record<Side, number>> {
	if (seed === 1) return first;
	const of = (side: Side): number => newSeed(randomFor(seed, `twin recipe, ${side}`));
	return { train: of('train'), test: of('test') };
}
