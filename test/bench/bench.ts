import type { z } from 'zod';
import type { benchResult } from './result.ts';

export type BenchResult = z.infer<typeof benchResult>;
export type Figure = BenchResult['figures'][number];

export interface BenchOptions {
	readonly seed: number;
	/** Ends within two minutes on two cores. */
	readonly quick: boolean;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/** One bench: a name, a sentence, and a run that answers data and figures. */
export interface Bench {
	readonly name: string;
	readonly summary: string;
	run(options: BenchOptions): Promise<Pick<BenchResult, 'data' | 'figures'>>;
}
