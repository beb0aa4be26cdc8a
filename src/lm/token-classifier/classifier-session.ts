import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { integers } from '../integer-tensor.ts';
import { Logits } from '../logits.ts';
import { openModel } from '../open-session.ts';
import { firstLine } from '../runtime-message.ts';
import { notAClassifier } from './classifier-config.ts';

/** What each token of a text is fed to these inputs; BERT tells a second text by `token_type_ids`, and here is one. */
const fed = {
	input_ids: (ids: readonly number[]) => ids,
	attention_mask: (ids: readonly number[]) => ids.map(() => 1),
	token_type_ids: (ids: readonly number[]) => ids.map(() => 0),
	position_ids: (ids: readonly number[]) => ids.map((_, i) => i),
} as const;
const isFed = (name: string): name is keyof typeof fed => Object.hasOwn(fed, name);

/** The likeliest class of a token, and its probability. */
export interface TokenClass {
	readonly index: number;
	readonly score: number;
}

/** An open graph that gives each token of a text a number for each class. */
export class ClassifierSession {
	readonly #session: InferenceSession;
	readonly #file: string;
	readonly #classes: number;
	readonly #inputs: readonly { readonly name: keyof typeof fed; readonly type: Tensor.Type }[];

	private constructor(session: InferenceSession, file: string, classes: number) {
		this.#session = session;
		this.#file = file;
		this.#classes = classes;
		this.#inputs = session.inputMetadata.map((input) => {
			const { name } = input;
			if (!isFed(name)) throw notAClassifier(`its graph asks for '${name}', which a text alone does not say`, file);
			if (!input.isTensor || (input.type !== 'int64' && input.type !== 'int32'))
				throw notAClassifier(`its input '${name}' takes no whole numbers`, file);
			return { name, type: input.type };
		});
		if (!this.#inputs.some(({ name }) => name === 'input_ids')) throw notAClassifier("its graph has no input 'input_ids'", file);
		const logits = session.outputMetadata.find(({ name }) => name === 'logits');
		if (logits === undefined) throw notAClassifier("its graph has no output 'logits'", file);
		if (!logits.isTensor || (logits.type !== 'float32' && logits.type !== 'float16'))
			throw notAClassifier("its output 'logits' is neither float32 nor float16", file);
		const last = logits.shape.at(-1);
		if (logits.shape.length !== 3) throw notAClassifier('it gives one answer for a whole text, and not one for each token', file);
		if (typeof last === 'number' && last !== classes) throw this.#otherClasses(last);
	}

	/**
	 * Opens a checked model file and lets it read two tokens.
	 * @param trial numbers of two tokens.
	 * @throws {UserError} RA401 when the runtime cannot open it, RA441 when it is no token classifier of so many classes, RA409 when it fails.
	 */
	static async open(
		file: string,
		provider: ExecutionProviderChoice,
		classes: number,
		{ trial, onTrial }: { readonly trial: readonly number[]; readonly onTrial: () => Promise<void> },
	): Promise<ClassifierSession> {
		const session = await openModel(file, provider);
		try {
			const opened = new ClassifierSession(session, file, classes);
			await onTrial();
			await opened.classify(trial);
			return opened;
		} catch (error) {
			await session.release();
			throw error;
		}
	}

	/** One for each token. @throws {UserError} RA409 when the runtime fails, RA408 for numbers that are none, RA441. */
	async classify(ids: readonly number[]): Promise<TokenClass[]> {
		const feeds = Object.fromEntries(this.#inputs.map(({ name, type }) => [name, integers(type, fed[name](ids), [1, ids.length])]));
		const tensor = await this.#run(feeds);
		const { dims } = tensor;
		if (dims.length !== 3 || dims[1] !== ids.length)
			throw notAClassifier(`of ${ids.length} tokens it gives numbers of the shape [${dims.join(', ')}]`, this.#file);
		if (dims[2] !== this.#classes) throw this.#otherClasses(dims[2]!);
		const logits = new Logits(tensor, ids.length, this.#classes);
		const scratch = new Float32Array(this.#classes);
		return ids.map((_, i) => this.#likeliest(logits.row(i, scratch)));
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	async #run(feeds: InferenceSession.FeedsType): Promise<Tensor> {
		try {
			return (await this.#session.run(feeds, ['logits']))['logits']!;
		} catch (cause) {
			throw new UserError(errorNumbers.runtimeFailed, `ONNX Runtime failed while it ran this model: ${firstLine(cause)}.`, {
				place: { file: this.#file },
				hint: 'It may be short of memory, or the export takes texts of one size only: export the model again.',
				cause,
			});
		}
	}

	/** Of classes that are equally likely the first. */
	#likeliest(row: Float32Array): TokenClass {
		let index = 0;
		for (let i = 1; i < row.length; i++) if (row[i]! > row[index]!) index = i;
		let sum = 0;
		for (const one of row) sum += Math.exp(one - row[index]!);
		if (!Number.isFinite(sum))
			throw new UserError(errorNumbers.outputIsNoDistribution, 'The model gives numbers that are no probabilities.', {
				place: { file: this.#file },
				hint: 'Try another file of the model (fp32), or export it again.',
			});
		return { index, score: 1 / sum };
	}

	#otherClasses(given: number): UserError {
		return notAClassifier(`its graph has ${given} classes, and its config.json names ${this.#classes}`, this.#file);
	}
}
