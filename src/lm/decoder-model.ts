import { randomInt } from 'node:crypto';
import type { ScoredResponse } from '../statistics/scored-response.ts';
import { answerLead } from './conversation.ts';
import { DecoderSession, type ExecutionProviderChoice } from './decoder-session.ts';
import { fitConversation, type FittedConversation } from './fit.ts';
import { generateText, type GeneratedText } from './generate.ts';
import { layoutFor, type Layout } from './layout.ts';
import { loadModelConfig, type ModelConfig } from './model-config.ts';
import type { PromptParts, Truncation } from './prompt-parts.ts';
import { contentHash } from './safety/content-hash.ts';
import type { ModelFiles } from './safety/model-folder.ts';
import { seededRandom, type Random } from './sample.ts';
import { chunkTokens, scoreConversation, type ScoreOptions } from './score.ts';
import { loadTokenizer, type Tokenizer } from './tokenizer.ts';

/** Which model, run how; the same shape as analysis's. */
export interface ModelIdentity {
	readonly name: string;
	readonly sha256: string;
	readonly device: string;
	readonly dtype: string;
	readonly layout: string;
	readonly contextWindow: number;
}

export interface LoadOptions {
	/** From `checkModelFolder`. */
	readonly files: ModelFiles;
	readonly device: ExecutionProviderChoice;
	/** For people: a repository id, or the folder's name. */
	readonly name: string;
	/** Content hash, where it is known already; it is computed otherwise. */
	readonly sha256?: string | undefined;
	/** Bytes of logits held at once; 64 MiB. */
	readonly logitsBudget?: number | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Bytes hashed, of all. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface GenerateOptions {
	readonly maxTokens: number;
	/** 0 is greedy. */
	readonly temperature: number;
	readonly topP: number;
	/** Makes sampling repeatable. */
	readonly seed?: number | undefined;
	readonly signal: AbortSignal;
	/** Pieces of the answer, in order; together they are the answer. */
	readonly onText: (piece: string) => void;
}

const MiB = 2 ** 20;
/** Node, the runtime and the tokenizer, measured with the demo model. */
const processBytes = 160 * MiB;
/** For a config that says nothing of it. */
const fallbackWindow = 2048;

/** A decoder-only language model in memory, with its tokenizer and layout. One call at a time. */
export class DecoderModel {
	readonly identity: ModelIdentity;
	readonly #files: ModelFiles;
	readonly #session: DecoderSession;
	readonly #tokenizer: Tokenizer;
	readonly #layout: Layout;
	readonly #config: ModelConfig;
	readonly #logitsBudget: number;
	/** What `estimateMemory` has worked out, for the run that follows. */
	readonly #fitted = new WeakMap<PromptParts, FittedConversation>();

	constructor(identity: ModelIdentity, files: ModelFiles, session: DecoderSession, tokenizer: Tokenizer, layout: Layout, config: ModelConfig, logitsBudget: number) {
		this.identity = identity;
		this.#files = files;
		this.#session = session;
		this.#tokenizer = tokenizer;
		this.#layout = layout;
		this.#config = config;
		this.#logitsBudget = logitsBudget;
	}

	/** Bytes of the largest logits tensor that was held so far. */
	get largestLogits(): number {
		return this.#session.largestLogits;
	}

	/**
	 * Scores `parts.response` with and without the contexts, cut to the context window where needed.
	 * @throws {UserError} RA404..RA411; the signal's reason within one chunk of 128 tokens.
	 */
	async score(parts: PromptParts, options: ScoreOptions): Promise<{ scored: ScoredResponse; truncation: Truncation | null }> {
		const fitted = this.#fit({ ...parts, response: parts.response ?? '' }, parts, 0);
		const scored = await scoreConversation(this.#session, this.#tokenizer, fitted, this.#logitsBudget, options);
		return { scored, truncation: fitted.truncation };
	}

	/**
	 * Writes an answer to `parts` (its response, if any, is not read). Contexts are cut so that at least an eighth of the
	 * context window, or `maxTokens` if that is less, is left for the answer; it ends where the window does.
	 */
	async generate(parts: PromptParts, options: GenerateOptions): Promise<GeneratedText & { truncation: Truncation | null }> {
		const { conversation: { withContext: { ids } }, truncation } = this.#fit({ ...parts, response: undefined }, parts, this.#room(options.maxTokens));
		const generated = await generateText(this.#session, this.#tokenizer, this.#logitsBudget, {
			prompt: ids, maxTokens: Math.min(options.maxTokens, this.identity.contextWindow - ids.length),
			temperature: options.temperature, topP: options.topP, random: randomOf(options.seed),
			endTokens: this.#endTokens(), lead: answerLead(this.#layout), signal: options.signal, onText: options.onText,
		});
		return { ...generated, truncation };
	}

	/**
	 * Bytes that this process needs in all for scoring `parts`, or for an answer of `maxTokens` where it has no response:
	 * weights, both paths' caches while one replaces the other, attention scores of a chunk, logits. An estimate from above
	 * for weights that the runtime keeps as they are in the file.
	 */
	estimateMemory(parts: PromptParts, maxTokens = 0): number {
		const generates = parts.response === undefined;
		const { conversation, responseTokens } = this.#fit(parts, parts, generates ? this.#room(maxTokens) : 0);
		const [long, short] = [conversation.withContext.ids.length, conversation.withoutContext.ids.length];
		const answer = generates ? Math.min(maxTokens, this.identity.contextWindow - long) : responseTokens;
		const caches = this.#session.cacheBytes(long + answer) * 2 + (generates ? 0 : this.#session.cacheBytes(short + answer));
		// Reading the file and packing the weights for the device holds them twice at most, for small models the rule rather than the exception.
		return processBytes + this.#files.weightBytes * 2 + caches + (this.#config.heads ?? 32) * chunkTokens * (long + answer) * 4
			+ Math.max(this.#logitsBudget, this.#session.vocabulary * this.#session.logitBytes * 2) * 2;
	}

	async dispose(): Promise<void> {
		await this.#session.dispose();
	}

	#fit(parts: PromptParts, key: PromptParts, room: number): FittedConversation {
		let fitted = this.#fitted.get(key);
		if (fitted === undefined) {
			fitted = fitConversation(this.#layout, this.#tokenizer, parts, this.identity.contextWindow, room);
			this.#fitted.set(key, fitted);
		}
		return fitted;
	}

	#room(maxTokens: number): number {
		return Math.min(maxTokens, Math.floor(this.identity.contextWindow / 8));
	}

	#endTokens(): ReadonlySet<number> {
		const { endOfSequence } = this.#tokenizer;
		return endOfSequence === undefined ? this.#config.endTokens : new Set([...this.#config.endTokens, endOfSequence]);
	}
}

/**
 * Loads a checked model: tokenizer, layout, content hash, then the graph.
 * @throws {UserError} RA205, RA401..RA404; the signal's reason while hashing.
 */
export async function loadDecoder(options: LoadOptions): Promise<DecoderModel> {
	const { files, device } = options;
	const config = await loadModelConfig(files);
	const tokenizer = await loadTokenizer(files);
	const layout = layoutFor(tokenizer.template);
	const sha256 = options.sha256 ?? await contentHash(files, { ...(options.signal && { signal: options.signal }), ...(options.onProgress && { onProgress: options.onProgress }) });
	options.signal?.throwIfAborted();
	const session = await DecoderSession.open(files.graph.path, device, config);
	const contextWindow = config.contextWindow ?? tokenizer.maximumLength ?? fallbackWindow;
	const identity = { name: options.name, sha256, device: device.device, dtype: files.dtype, layout: layout.hash, contextWindow };
	return new DecoderModel(identity, files, session, tokenizer, layout, config, options.logitsBudget ?? 64 * MiB);
}

function randomOf(seed: number | undefined): Random {
	return seed === undefined ? () => randomInt(2 ** 32) / 2 ** 32 : seededRandom(seed);
}
