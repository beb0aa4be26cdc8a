import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { float16ToFloat32 } from '../../onnx/float16.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { integers } from '../integer-tensor.ts';
import { openModel } from '../open-session.ts';
import { firstLine } from '../runtime-message.ts';

/** What a graph is fed of texts that are filled up to the same length: `real` tells their tokens from what fills up. */
const fed = {
	input_ids: ({ ids }: Filled) => ids,
	attention_mask: ({ real }: Filled) => real,
	token_type_ids: ({ ids }: Filled) => ids.map(() => 0),
	position_ids: ({ ids, length }: Filled) => ids.map((_, at) => at % length),
} as const;
const isFed = (name: string): name is keyof typeof fed => Object.hasOwn(fed, name);

interface Filled {
	readonly ids: readonly number[];
	readonly real: readonly number[];
	readonly length: number;
}

/** What a graph gives: a row for each token, or one for the whole text. */
export type EncoderOutput = { readonly of: 'tokens' | 'texts'; readonly name: string };

/** By the names that exporters give them, the usual first. */
const outputs: Readonly<Record<EncoderOutput['of'], readonly string[]>> = {
	tokens: ['last_hidden_state', 'token_embeddings'],
	texts: ['sentence_embedding'],
};

/** Numbers of texts, row by row: `[texts, length, width]` or `[texts, width]`. */
export interface Encoded {
	readonly rows: Float32Array;
	/** Of each text, those that fill it up included; 1 where the graph gives one row for a text. */
	readonly length: number;
	readonly width: number;
}

/** An open graph that makes rows of texts. */
export class EncoderSession {
	readonly output: EncoderOutput;
	readonly #session: InferenceSession;
	readonly #file: string;
	readonly #inputs: readonly { readonly name: keyof typeof fed; readonly type: Tensor.Type }[];

	private constructor(session: InferenceSession, file: string, pools: boolean) {
		this.#session = session;
		this.#file = file;
		this.#inputs = session.inputMetadata.map((input) => {
			const { name } = input;
			if (!isFed(name)) throw notAnEncoder(`its graph asks for '${name}', which a text alone does not say`, file);
			if (!input.isTensor || (input.type !== 'int64' && input.type !== 'int32'))
				throw notAnEncoder(`its input '${name}' takes no whole numbers`, file);
			return { name, type: input.type };
		});
		if (!this.#inputs.some(({ name }) => name === 'input_ids')) throw notAnEncoder("its graph has no input 'input_ids'", file);
		this.output = this.#chosen(pools);
	}

	/** Tokens' rows where the folder says how to pool them or the graph has no others. */
	#chosen(pools: boolean): EncoderOutput {
		const kinds = pools ? (['tokens', 'texts'] as const) : (['texts', 'tokens'] as const);
		for (const of of kinds)
			for (const name of outputs[of]) {
				const found = this.#session.outputMetadata.find((output) => output.name === name);
				if (found === undefined) continue;
				if (!found.isTensor || (found.type !== 'float32' && found.type !== 'float16'))
					throw notAnEncoder(`its output '${name}' is neither float32 nor float16`, this.#file);
				return { of, name };
			}
		const there = this.#session.outputNames.slice(0, 4).join(', ');
		throw notAnEncoder(`its graph gives ${there}, and last_hidden_state or sentence_embedding was expected`, this.#file);
	}

	/** Opens a checked model file. @throws {UserError} RA401 when the runtime cannot open it, RA452 when it is no encoder. */
	static async open(file: string, provider: ExecutionProviderChoice, { pools }: { readonly pools: boolean }): Promise<EncoderSession> {
		const session = await openModel(file, provider);
		try {
			return new EncoderSession(session, file, pools);
		} catch (error) {
			await session.release();
			throw error;
		}
	}

	/** Texts of a batch, by their tokens. @throws {UserError} RA409 when the runtime fails, RA452. */
	async encode(texts: readonly (readonly number[])[], padding: number): Promise<Encoded> {
		const length = texts.reduce((max, ids) => Math.max(max, ids.length), 0);
		const filled: Filled = {
			ids: texts.flatMap((ids) => [...ids, ...Array<number>(length - ids.length).fill(padding)]),
			real: texts.flatMap((ids) => [...ids.map(() => 1), ...Array<number>(length - ids.length).fill(0)]),
			length,
		};
		const dims = [texts.length, length];
		const tensor = await this.#run(
			Object.fromEntries(this.#inputs.map(({ name, type }) => [name, integers(type, fed[name](filled), dims)])),
		);
		const expected = this.output.of === 'tokens' ? dims : [texts.length];
		const width = tensor.dims.at(-1) ?? 0;
		if (tensor.dims.length !== expected.length + 1 || expected.some((dim, i) => tensor.dims[i] !== dim) || width === 0)
			throw notAnEncoder(
				`of ${texts.length} texts of ${length} tokens it gives numbers of the shape [${tensor.dims.join(', ')}]`,
				this.#file,
			);
		return { rows: singles(tensor), length: this.output.of === 'tokens' ? length : 1, width };
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	async #run(feeds: InferenceSession.FeedsType): Promise<Tensor> {
		try {
			return (await this.#session.run(feeds, [this.output.name]))[this.output.name]!;
		} catch (cause) {
			throw new UserError(errorNumbers.runtimeFailed, `ONNX Runtime failed while it ran this encoder: ${firstLine(cause)}.`, {
				place: { file: this.#file },
				hint: 'It may be short of memory, or the export takes texts of one size only: export the model again.',
				cause,
			});
		}
	}
}

function singles({ data }: Tensor): Float32Array {
	if (data instanceof Float32Array) return data;
	if (!ArrayBuffer.isView(data)) throw new TypeError('rows are no numbers');
	// Float16Array where the engine has it, Uint16Array where not: the bits are the same.
	const bits = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
	const rows = new Float32Array(bits.length);
	float16ToFloat32(bits, rows);
	return rows;
}

/** RA452. */
function notAnEncoder(why: string, file: string): UserError {
	return new UserError(errorNumbers.notAnEncoder, `This is no model that makes a vector of a text: ${why}.`, {
		place: { file },
		hint: 'A text encoder was expected: an ONNX export of it that takes input_ids (for optimum: --task feature-extraction).',
	});
}
