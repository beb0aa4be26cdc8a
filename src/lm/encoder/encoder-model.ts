import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncoderSettings, TextRole } from '../../embedding/encoder-settings.ts';
import { pooled, type Pooling } from '../../embedding/pooling.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Tokenizer } from '../tokenizer.ts';
import type { EncoderConfig } from './encoder-config.ts';
import type { Encoded, EncoderSession } from './encoder-session.ts';

/** How many texts may go together. */
interface BatchLimits {
	/** Texts. */
	readonly texts: number;
	/** Tokens, with those that fill up short texts. */
	readonly tokens: number;
}

/**
 * Numbers of texts that go together, long ones first, each with texts of like length, so that little is computed for what fills up the short ones.
 * @param lengths tokens of each text.
 */
function likeLengthBatches(lengths: readonly number[], limits: BatchLimits): number[][] {
	const order = lengths.map((_, i) => i).toSorted((a, b) => lengths[b]! - lengths[a]! || a - b);
	const batches: number[][] = [];
	for (const i of order) {
		const last = batches.at(-1);
		const fits = last !== undefined && last.length < limits.texts && (last.length + 1) * lengths[last[0]!]! <= limits.tokens;
		if (fits) last.push(i);
		else batches.push([i]);
	}
	return batches;
}

/** A vector of the same direction and of length 1; one of zeros, or of numbers that are none, has no direction. */
function unitVector(vector: Float64Array): Float32Array | undefined {
	let squares = 0;
	for (const one of vector) squares += one * one;
	const length = Math.sqrt(squares);
	if (!Number.isFinite(length) || length < 1e-12) return undefined;
	return Float32Array.from(vector, (one) => one / length);
}

/** Texts and tokens that go together at most: more of them are not faster on a CPU. */
export const batchLimits = { texts: 32, tokens: 2_048 } as const;

export interface EmbedTextsOptions {
	/** What the texts are: their prompt goes by it. Absent: the prompt that the model has for any text. */
	readonly as?: TextRole | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Texts done, of all. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Vectors of texts. */
export interface EmbeddedRows {
	/** `[texts, dimensions]`, each of length 1. */
	readonly rows: Float32Array;
	/** Numbers of the texts that were longer than what is read of one. */
	readonly cut: Uint32Array;
}

/** What it is made of. */
interface Parts {
	readonly session: EncoderSession;
	readonly tokenizer: Tokenizer;
	readonly settings: EncoderSettings;
	readonly config: EncoderConfig;
	/** Of the model file, for messages. */
	readonly file: string;
	/** Whether what stands beside a text decides its numbers, too: then each is read alone. */
	readonly alone: boolean;
}

/** A model that makes a vector of a text. */
export class EncoderModel {
	/** Tokens of a text that are read, special ones included; `undefined`: all. */
	readonly maxTokens: number | undefined;
	readonly #parts: Parts;
	readonly #around: ReturnType<Tokenizer['around']>;
	readonly #pooling: readonly Pooling[];

	constructor(parts: Parts) {
		this.#parts = parts;
		this.#around = parts.tokenizer.around();
		this.#pooling = parts.settings.pooling ?? ['mean'];
		this.maxTokens = maxInputTokens(parts.settings, parts.config, parts.tokenizer);
	}

	/**
	 * Vectors of texts, batched by like length. What is beyond `maxTokens` of a text is not read.
	 * @throws {UserError} as `EncoderSession.encode`, RA408 for a text whose vector has no direction; the signal's reason within a batch.
	 */
	async embed(texts: readonly string[], { as, signal, onProgress }: EmbedTextsOptions = {}): Promise<EmbeddedRows> {
		const { session, config, alone } = this.#parts;
		const prompt = as === undefined ? this.#parts.settings.defaultPrompt : this.#parts.settings.prompts[as];
		const tokens = texts.map((text) => this.#tokens(prompt + text));
		const skip = prompt === '' || this.#parts.settings.poolsPrompt ? 0 : this.#tokens(prompt).ids.length - this.#around.behind.length;
		let rows: Float32Array | undefined;
		let done = 0;
		const batches = likeLengthBatches(
			tokens.map(({ ids }) => ids.length),
			alone ? { texts: 1, tokens: 0 } : batchLimits,
		);
		for (const batch of batches) {
			signal?.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine's memory
			const encoded = await session.encode(
				batch.map((i) => tokens[i]!.ids),
				config.padding,
			);
			for (const [at, i] of batch.entries()) {
				const vector = this.#vector(encoded, at, tokens[i]!.ids.length, skip);
				rows ??= new Float32Array(texts.length * vector.length);
				rows.set(vector, i * vector.length);
			}
			done += batch.length;
			onProgress?.(done, texts.length);
			// oxlint-disable-next-line no-await-in-loop -- lets a cancel come in
			await nextTurn();
		}
		return { rows: rows ?? new Float32Array(), cut: Uint32Array.from(tokens.flatMap(({ isCut }, i) => (isCut ? [i] : []))) };
	}

	dispose(): Promise<void> {
		return this.#parts.session.dispose();
	}

	#tokens(text: string): { readonly ids: readonly number[]; readonly isCut: boolean } {
		const { tokenizer, settings } = this.#parts;
		const { before, behind } = this.#around;
		const ids = tokenizer.idsOf(settings.lowerCase ? text.toLowerCase() : text);
		const room = this.maxTokens === undefined ? ids.length : Math.max(0, this.maxTokens - before.length - behind.length);
		const all = [...before, ...ids.slice(0, room), ...behind];
		// A graph must be fed something: a tokenizer without special tokens has nothing for an empty text.
		return { ids: all.length === 0 ? [this.#parts.config.padding] : all, isCut: ids.length > room };
	}

	#vector({ rows, length, width }: Encoded, at: number, tokens: number, skip: number): Float32Array {
		const own = rows.subarray(at * length * width, (at + 1) * length * width);
		const isPooled = this.#parts.session.output.of === 'tokens';
		const vector = unitVector(isPooled ? pooled({ rows: own, tokens, width }, this.#pooling, skip) : Float64Array.from(own));
		if (vector !== undefined) return vector;
		throw new UserError(errorNumbers.outputIsNoDistribution, 'The encoder gives a text a vector without a direction.', {
			place: { file: this.#parts.file },
			hint: 'Try another file of the model (fp32), or export it again.',
		});
	}
}

/** Tokens of a text that an encoder reads. */
export function maxInputTokens(
	{ maxTokens }: Pick<EncoderSettings, 'maxTokens'>,
	{ positions }: Pick<EncoderConfig, 'positions'>,
	{ maximumLength }: Pick<Tokenizer, 'maximumLength'>,
): number | undefined {
	const limits = [maxTokens ?? maximumLength, positions].filter((limit) => limit !== undefined);
	return limits.length === 0 ? undefined : Math.min(...limits);
}
