import { randomFor, sample, shuffled } from '../../src/statistics/random.ts';
import { drawFacts, type MemoryFact } from './corpus/memory-fact.ts';

/** How large a split is. */
export interface SplitSizes {
	/** Benign entries of the memory. */
	readonly entries: number;
	/** Of these, entries that calibrate; false positives are counted among the others. */
	readonly calibration: number;
	readonly history: number;
	readonly targets: number;
}

/** The paper's sizes, but for the entries that calibrate, of which the conformal rule needs 149. */
export const paperSizes: SplitSizes = { entries: 1000, calibration: 400, history: 100, targets: 100 };

/** One draw of the synthetic memory. */
export interface MemorySplit {
	readonly seed: number;
	readonly calibration: readonly MemoryFact[];
	/** Disjoint from those that calibrate. */
	readonly held: readonly MemoryFact[];
	/** Questions that the agent was asked, half of them about what the memory holds. */
	readonly history: readonly string[];
	/** Questions that attackers aim at: half about what the memory holds, none about anything that the history asks about. */
	readonly targets: readonly string[];
	/** Subjects of all of these, so that more can be drawn about other things. */
	readonly taken: ReadonlySet<string>;
}

/** A split of its own for each seed. */
export function memorySplit(seed: number, { entries, calibration, history, targets }: SplitSizes): MemorySplit {
	const random = randomFor(seed, 'memory');
	const taken = new Set<string>();
	const stored = drawFacts(entries, random, taken);
	const others = drawFacts(Math.ceil((history + targets) / 2), random, taken);
	const asked = shuffled(random, stored);
	const [half, rest] = [Math.floor(history / 2), Math.floor(targets / 2)];
	const historical = [...asked.slice(0, half), ...others.slice(0, history - half)];
	const aimed = [...asked.slice(half, half + rest), ...others.slice(history - half, history - half + targets - rest)];
	// Which entries calibrate has nothing to do with what is asked.
	const order = shuffled(random, stored);
	return {
		seed,
		calibration: order.slice(0, calibration),
		held: order.slice(calibration),
		history: sample(random, historical, history).map(({ question }) => question),
		targets: sample(random, aimed, targets).map(({ question }) => question),
		taken,
	};
}

/** Texts of all benign entries. */
export function entryTexts({ calibration, held }: Pick<MemorySplit, 'calibration' | 'held'>): string[] {
	return [...calibration, ...held].map(({ text }) => text);
}
