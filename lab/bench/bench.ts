import type * as z from 'zod';
import type { HeldOutForms } from '../world/domain.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import type { benchResult } from './result.ts';

export type BenchResult = z.infer<typeof benchResult>;
export type Figure = BenchResult['figures'][number];

export interface BenchOptions {
	readonly seed: number;
	/** Ends within two minutes on two cores. */
	readonly quick: boolean;
	/** Folder of the model to measure, for benches that take one. */
	readonly model: string;
	/** Of all that are to be compared, for benches that take several; else of that one. */
	readonly models: readonly string[];
	/** Folder of a labeled data set, for benches that take one; without it they make their own. */
	readonly data: string | undefined;
	/** Settings that a search may try, where a bench searches; without it the bench's own number. */
	readonly draws: number | undefined;
	/** Folder of a model that finds personal values, for benches that take one. */
	readonly piiModel: string | undefined;
	/** Folder of a text encoder, for benches that take one. */
	readonly embedder: string | undefined;
	/** Model behind an address that judges answers, for benches that take one. */
	readonly judge: { readonly url: string; readonly model: string } | undefined;
	/** Sentence forms of the world to measure in, for benches that let choose. */
	readonly forms: HeldOutForms;
	/** Where models run, for benches that let choose; checked. */
	readonly device: Device;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/** One bench: a name, a sentence, and a run that answers data and figures. */
export interface Bench {
	readonly name: string;
	readonly summary: string;
	/** Whether `--model` may name another model than the demo's. */
	readonly takesModel?: boolean;
	/** Whether `--model` may be given several times. */
	readonly takesModels?: boolean;
	/** Whether `--data` may name a data set, and `--draws` a number for its search. */
	readonly takesData?: boolean;
	/** Whether `--pii-model` may name a model that finds personal values. */
	readonly takesPiiModel?: boolean;
	/** Whether `--embedder` may name a text encoder. */
	readonly takesEmbedder?: boolean;
	/** Whether `--judge` may name an address, and `--judge-model` the model there. */
	readonly takesJudge?: boolean;
	/** Whether `--forms dev` may measure in the sentences that training may be chosen by. */
	readonly takesForms?: boolean;
	/** Whether `--device` may name another device than the CPU. */
	readonly takesDevice?: boolean;
	/** The figures as Markdown, where one table of all of them would say little. */
	readonly markdown?: (result: BenchResult) => string;
	run(options: BenchOptions): Promise<Pick<BenchResult, 'data' | 'figures'>>;
}
