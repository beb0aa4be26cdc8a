import { memorySplit } from '../../../../lab/memsad/split.ts';

const split = memorySplit(11, { entries: 120, calibration: 60, history: 20, targets: 20 });

/** A small synthetic memory, and questions about it. */
export const smallMemory = {
	entries: [...split.calibration, ...split.held].map(({ text }) => text),
	history: split.history,
	targets: split.targets,
} as const;
