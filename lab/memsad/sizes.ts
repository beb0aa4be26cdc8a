import type { MemorySizes } from './measure-memory.ts';
import { paperSizes } from './split.ts';

export const fullSizes: MemorySizes = {
	splits: 5,
	split: paperSizes,
	count: 20,
	effort: { words: 4, rounds: 2, candidates: 10, box: 'white-box' },
	hard: 120,
	consolidations: 200,
	reworded: 10,
	draws: 50,
	resamples: 1000,
};

/** Ends within two minutes, with an encoder too. */
export const quickSizes: MemorySizes = {
	splits: 1,
	split: { entries: 500, calibration: 250, history: 60, targets: 60 },
	count: 15,
	effort: { words: 4, rounds: 1, candidates: 4, box: 'white-box' },
	hard: 30,
	consolidations: 40,
	reworded: 2,
	draws: 20,
	resamples: 200,
};
