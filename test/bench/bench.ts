import type { z } from 'zod';
import type { benchResult } from './result.ts';

export type BenchResult = z.infer<typeof benchResult>;
export type Figure = BenchResult['figures'][number];

export interface BenchOptions {
	readonly seed: number;
	/** Ends within two minutes on two cores. */
	readonly quick: boolean;
	/** Folder of the model to measure, for benches that take one. */
	readonly model: string;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/** One bench: a name, a sentence, and a run that answers data and figures. */
export interface Bench {
	readonly name: string;
	readonly summary: string;
	/** Whether `--model` may name another model than the demo's. */
	readonly takesModel?: boolean;
	run(options: BenchOptions): Promise<Pick<BenchResult, 'data' | 'figures'>>;
}
