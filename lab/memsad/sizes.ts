import type { MemorySizes } from './measure-memory.ts';
import { paperSizes } from './split.ts';

export const fullSizes: MemorySizes = {
	splits: 5,
	split: paperSizes,
	count: 20,
	effort: { words: 6, rounds: 2, candidates: 8, box: 'white-box' },
	hard: 120,
	consolidations: 200,
	reworded: 10,
	draws: 50,
	resamples: 1000,
};

/** Ends within two minutes, with an encoder too. */
export const quickSizes: MemorySizes = {
	splits: 1,
	split: { entries: 450, calibration: 220, history: 60, targets: 60 },
	count: 12,
	effort: { words: 6, rounds: 1, candidates: 2, box: 'white-box' },
	hard: 30,
	consolidations: 40,
	reworded: 2,
	draws: 20,
	resamples: 200,
};
