import type { ModelStep } from '../protocol/model-process.ts';

/** How long the model process may be silent: while it works on a text, and while it reads or runs a model. */
export type SilenceKind = 'text' | 'model';

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
