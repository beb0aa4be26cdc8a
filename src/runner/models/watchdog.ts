import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ModelStep } from '../../protocol/model-process.ts';
import type { ModelState } from '../../protocol/requests.ts';
import { durationInWords } from '../../wording/numbers.ts';

/** How long the model process may be silent: while it works on a text, and while it reads or runs a model. */
type SilenceKind = 'text' | 'model';

interface StepKind {
	/** What the process does, behind 'while'. */
	readonly doing: string;
	readonly silence: SilenceKind;
	/** Time for an answer to a `cancel` that came because something newer did, milliseconds: what is done here would be lost with the process. */
	readonly patience?: number;
	/** What needs less memory than what was tried. */
	readonly smaller: string;
}

const smallerModel = 'use a smaller model or another dtype';
const smallerText = 'use shorter contexts or a smaller model';

/** What the model process may be at while nothing is heard of it. */
export const modelSteps: Readonly<Record<ModelStep, StepKind>> = {
	devices: { doing: 'trying the devices', silence: 'model', smaller: smallerModel },
	installing: { doing: 'installing CUDA', silence: 'model', smaller: 'raise the limit for the installation' },
	files: { doing: 'reading the model\u2019s files', silence: 'model', smaller: smallerModel },
	template: { doing: 'reading the tokenizer and trying the chat template', silence: 'text', smaller: 'use another model' },
	text: { doing: 'rendering and tokenizing a text', silence: 'text', smaller: smallerText },
	opening: { doing: 'opening the model', silence: 'model', smaller: smallerModel },
	trial: { doing: 'running the model on a few tokens to check it', silence: 'model', smaller: smallerModel },
	// About three loads of the weights.
	instrumenting: { doing: 'checking the graph that sources are computed with', silence: 'model', patience: 120_000, smaller: smallerModel },
	running: { doing: 'running the model on a text', silence: 'model', smaller: smallerText },
};

/** Seconds without a sign of life. */
export interface SilenceLimits extends Readonly<Record<SilenceKind, number>> {
	/** After which it is said. */
	readonly said: number;
}

export type Silence = NonNullable<ModelState['silence']>;

export interface WatchdogOptions {
	readonly limits: () => SilenceLimits;
	/** It is silent, still silent after twice that time, and so on; `null`: it has spoken again, or has nothing to do any more. */
	readonly onSilence: (silence: Silence | null) => void;
	/** It was silent for as long as its step may take. */
	readonly onLimit: (error: UserError) => void;
}

const hints: Readonly<Record<SilenceKind, string>> = {
	text: 'A regular expression of tokenizer.json, or a loop of the chat template, may not end on this text. Use another model or a shorter text, or raise the limit (ragAssay.textTimeLimit, --text-time-limit).',
	model:
		'The graph may have a loop that does not end. If the model is just slow here, raise the limit (ragAssay.modelTimeLimit, --model-time-limit), or use a smaller model, shorter contexts or a faster device.',
};

/** Listens for signs of life of a process whose thread may be blocked: what is to be said of its silence, and when to end it. */
export class Watchdog {
	readonly #options: WatchdogOptions;
	#timer: NodeJS.Timeout | undefined;
	#step: ModelStep = 'files';
	/** The last sign, milliseconds. */
	#heard = 0;
	#said = false;

	constructor(options: WatchdogOptions) {
		this.#options = options;
	}

	get step(): ModelStep {
		return this.#step;
	}

	/** It has something to do. */
	watch(step: ModelStep): void {
		this.sign(step);
		if (this.#timer === undefined) this.#wait(this.#soonest());
	}

	/** A sign of life. @param step what it turns to. */
	sign(step: ModelStep = this.#step): void {
		this.#step = step;
		this.#heard = performance.now();
		if (!this.#said) return;
		this.#said = false;
		this.#options.onSilence(null);
		clearTimeout(this.#timer);
		this.#wait(this.#soonest());
	}

	/** It has nothing to do. */
	rest(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#said) this.#options.onSilence(null);
		this.#said = false;
	}

	/** Before that nothing is to be said of any step. */
	#soonest(): number {
		return Math.min(...Object.values(this.#options.limits()));
	}

	/** Looks when it will have been silent for so many seconds, if it says nothing before. */
	#wait(seconds: number): void {
		this.#timer = setTimeout(() => this.#look(seconds), Math.max(0, this.#heard + seconds * 1000 - performance.now()));
	}

	#look(seconds: number): void {
		// It has spoken since the timer was set.
		if (performance.now() < this.#heard + seconds * 1000 - 1) return this.#wait(seconds);
		const { doing, silence } = modelSteps[this.#step];
		const { said, [silence]: endsAfter } = this.#options.limits();
		if (seconds < Math.min(said, endsAfter)) return this.#wait(Math.min(said, endsAfter));
		if (seconds >= endsAfter) {
			this.#timer = undefined;
			return this.#options.onLimit(
				new UserError(
					errorNumbers.modelProcessSilent,
					`The model process gave no sign of life for ${durationInWords(seconds)} while ${doing}, so RAG Assay stopped it.`,
					{
						hint: hints[silence],
					},
				),
			);
		}
		this.#said = true;
		this.#options.onSilence({ doing, seconds, endsAfter });
		this.#wait(Math.min(2 * seconds, endsAfter));
	}
}
