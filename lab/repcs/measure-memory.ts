import type { LanguageModel } from '../../src/analysis/language-model.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import type { Bank } from '../world/banks/bank.ts';
import { keptAside } from '../world/banks/kept-aside.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import { memoryFigures } from './memory-figures.ts';
import { memoryQueries, memorySets, type MemorySet } from './memory-sets.ts';
import { scoreMemory, type ScoredMemory } from './score-memory.ts';

export interface MemorySizes {
	/** Clean answers that choose the thresholds: half in the world's prose, half in the trained banks' layouts. */
	readonly calibrating: number;
	/** Answers of each set in each place. */
	readonly each: number;
}

/** In what words answers are judged; nothing is chosen by the bank that is kept aside. */
const places: readonly { readonly name: string; readonly banks: readonly Bank[]; readonly isKeptAside: boolean }[] = [
	{ name: 'the world\u2019s prose', banks: [], isKeptAside: false },
	{ name: 'trained layouts', banks: trainedBanks, isKeptAside: false },
	{ name: 'layouts kept aside', banks: [keptAside], isKeptAside: true },
];

/** Thresholds by clean answers of the train side, and what they do on the test side's answers: in the same words, and in such as the model has never met. */
export async function measureMemory(
	model: LanguageModel,
	sizes: MemorySizes,
	seed: number,
	log: (message: string) => void,
): Promise<Figure[]> {
	const { signal } = new AbortController();
	const seedOf = (of: string): number => Math.floor(randomFor(seed, of)() * 2 ** 31);
	const calibrating: ScoredMemory[] = [];
	for (const banks of [[], trainedBanks]) {
		const plan = memoryQueries(seedOf(`memory, calibrating, ${banks.length}`), 'clean', 'train', banks);
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		calibrating.push(...(await scoreMemory(model, plan, Math.ceil(sizes.calibrating / 2), signal)));
	}
	log(`${calibrating.length} clean answers to calibrate on`);
	const figures: Figure[] = [];
	for (const { banks, ...place } of places) {
		const answers: Record<MemorySet, readonly ScoredMemory[]> = { clean: [], memorised: [], 'against memory': [] };
		for (const set of memorySets) {
			const plan = memoryQueries(seedOf(`memory, ${place.name}, ${set}`), set, 'test', banks);
			// oxlint-disable-next-line no-await-in-loop -- as above
			answers[set] = await scoreMemory(model, plan, sizes.each, signal);
		}
		log(`answers in ${place.name} judged`);
		const ofSeed = { ...place, name: `${place.name} (seed ${seed})`, answers };
		figures.push(...memoryFigures(calibrating, ofSeed, randomFor(seed, `memory intervals, ${place.name}`)));
	}
	return figures;
}
