import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { executionProvidersFor } from '../lm/devices/execution-providers.ts';
import { checkEncoderFolder, type EncoderFolder } from '../lm/encoder/encoder-folder.ts';
import { encoderMemory, heldByEncoder } from '../lm/encoder/ram-for-encoding.ts';
import { loadEncoder, type LoadedEncoder } from '../lm/encoder/load-encoder.ts';
import { batchLimits, maxInputTokens } from '../lm/encoder/encoder-model.ts';
import { weightFormats } from '../lm/safety/weight-formats.ts';
import { requireUnchanged } from '../lm/safety/unchanged-files.ts';
import { weightsByDtype } from '../lm/safety/weights-by-dtype.ts';
import { resolveModel } from '../lm/store/resolve-model.ts';
import type { EmbeddedTexts, EncoderDescription } from '../model-io/encoders-and-classifiers.ts';
import { bytesInWords, mebibytes } from '../wording/numbers.ts';
import type { RequestHooks, RequestOf } from './model-engine.ts';

type EmbedRequest = RequestOf<'embed'>;
type Hooks = Pick<RequestHooks, 'signal' | 'onProgress' | 'onStep'>;

interface Held extends LoadedEncoder, EncoderFolder {
	/** What was asked for when it was loaded. */
	readonly asked: string;
	readonly description: EncoderDescription;
	readonly bytes: number;
}

/** The encoder of this process: loaded when texts are first embedded by it, on the CPU, and kept beside the language model until room is needed. */
export class HeldEncoder {
	#held: Held | undefined;

	/** Bytes that it takes. */
	get bytes(): number {
		return this.#held?.bytes ?? 0;
	}

	/**
	 * Embeds texts; without any, loads the encoder alone.
	 * @param beside bytes that the language model holds in this process.
	 * @throws {UserError} RA502 before it is loaded, and before it embeds, when the estimate exceeds the limit; as `resolveModel`, `checkEncoderFolder`,
	 * `loadEncoder` and `EncoderModel.embed` do; RA504 where its files have changed since it was loaded.
	 */
	async embed(request: EmbedRequest, hooks: Hooks, beside: number): Promise<EmbeddedTexts> {
		const held = await this.#ready(request, hooks, beside);
		const { texts, as, memoryLimit } = request;
		await hooks.onStep('text');
		const needed = beside + memoryFor(held, held.bytes, texts);
		if (needed > memoryLimit) throw await tooMuch(needed, memoryLimit, held, beside);
		await hooks.onStep('running');
		const said = `Embedding, with about ${mebibytes(needed)} of memory at most`;
		const { rows, cut } = await held.encoder.embed(texts, {
			as,
			signal: hooks.signal,
			onProgress: (done, total) => hooks.onProgress(said, done, total),
		});
		try {
			await requireUnchanged(held.files);
		} catch (error) {
			await this.release();
			throw error;
		}
		return { encoder: held.description, rows, cut };
	}

	/** Lets it go; it is loaded again when it is needed. */
	async release(): Promise<void> {
		const held = this.#held;
		this.#held = undefined;
		await held?.encoder.dispose();
	}

	async #ready(request: EmbedRequest, { signal, onProgress, onStep }: Hooks, beside: number): Promise<Held> {
		const { model, revision, dtype, token, modelStore, offline, texts, memoryLimit } = request;
		const asked = JSON.stringify([model, revision, dtype, modelStore]);
		if (this.#held?.asked === asked) return this.#held;
		await this.release();
		await onStep('files');
		const { directory, name, graph } = await resolveModel({
			model,
			revision,
			dtype,
			token,
			store: modelStore,
			offline,
			encoder: true,
			signal,
			onProgress,
		});
		const folder = await checkEncoderFolder(directory, { dtype, graph });
		const { files, config, settings } = folder;
		const bytes = heldByEncoder({ weightBytes: files.weightBytes, tokenizerBytes: files.tokenizer.bytes });
		const needed = beside + memoryFor(folder, bytes, texts);
		if (needed > memoryLimit) throw await tooMuch(needed, memoryLimit, folder, beside);
		const said = `Loading the encoder ${name}: ${bytesInWords(files.weightBytes)} of weights, about ${mebibytes(needed)} of memory at most`;
		onProgress(said, 0, 0);
		const loaded = await loadEncoder({
			files,
			config,
			settings,
			device: executionProvidersFor('cpu'),
			signal,
			onProgress: (done, total) => onProgress(said, done, total),
			onStep,
		});
		const description: EncoderDescription = {
			name,
			sha256: loaded.sha256,
			device: 'cpu',
			dtype: weightFormats(files.outline) ?? files.dtype,
			dimensions: loaded.dimensions,
			maxTokens: loaded.encoder.maxTokens ?? null,
			assumesMean: loaded.assumesMean,
		};
		return (this.#held = { ...folder, ...loaded, asked, description, bytes });
	}
}

/** Bytes that the process needs for these texts, of which the longest has no more tokens than characters; for none as for one that is as long as any. */
function memoryFor({ config, settings }: EncoderFolder, held: number, texts: readonly string[]): number {
	const longest = texts.reduce((max, { length }) => Math.max(max, length), 0);
	const prompt = Math.max(settings.prompts.query.length, settings.prompts.document.length);
	const max = maxInputTokens(settings, config, { maximumLength: undefined }) ?? defaultTokens;
	const tokens = texts.length === 0 ? Math.min(max, defaultTokens) : Math.min(max, longest + prompt + specials);
	const together = Math.max(1, Math.min(batchLimits.texts, Math.max(1, texts.length), Math.floor(batchLimits.tokens / tokens)));
	const characters = texts.reduce((sum, { length }) => sum + length, 0);
	return encoderMemory(held, config, { texts: together, tokens, characters, longest });
}

/** Of most encoders; and tokens around a text. */
const [defaultTokens, specials] = [512, 8];

/** RA502, with what would fit. */
async function tooMuch(needed: number, limit: number, { files }: EncoderFolder, beside: number): Promise<UserError> {
	const smaller = (await weightsByDtype(files.directory)).filter(({ bytes }) => bytes < files.weightBytes);
	const fits = [
		`a limit of ${mebibytes(needed)} (ragAssay.memoryLimit, --memory-limit)`,
		...(smaller.length === 0
			? ['a smaller encoder']
			: [
					`its weights as ${smaller.map(({ dtype, bytes }) => `${dtype} (${bytesInWords(bytes)})`).join(' or ')} (ragAssay.embedderDtype, --embedder-dtype)`,
				]),
		"the embedder 'lexical', which needs no model",
		...(beside === 0 ? [] : [`unloading the language model, which has about ${mebibytes(beside)} of it`]),
	];
	return new UserError(
		errorNumbers.memoryLimitExceeded,
		`The encoder would need about ${mebibytes(needed)} of memory; the limit is ${mebibytes(limit)}.`,
		{ place: { file: files.directory }, hint: `What would fit: ${fits.join('; or ')}.` },
	);
}
