import { randomInt } from 'node:crypto';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { AttributeResult, LensReading, Origins } from '../model-io/attribution.ts';
import type { HidingResult } from '../model-io/hiding.ts';
import type { GenerateResult, ModelIdentity, PromptParts, AttributeOptions, GenerateOptions, ReadOptions } from '../model-io/requests.ts';
import type { MixtureSums, ScoreResult } from '../model-io/scores.ts';
import type { PathsBound, PathsRoom } from '../model-io/private-decoding.ts';
import { attributeConversation, lensInConversation, originsInConversation } from './attribution/attribute-conversation.ts';
import { attributionMemory } from './attribution/ram-for-attribution.ts';
import type { InstrumentedModel, OpenInstrumented } from './attribution/instrumented-model.ts';
import { cannotKeepBelow, type AllocationLimit } from './allocations/allocation-limit.ts';
import { largestPiece } from './allocations/largest-tensors.ts';
import type { ExecutionProviderChoice } from './devices/execution-provider-choice.ts';
import { answerLead } from './conversation.ts';
import type { Feeding } from './prefill.ts';
import { fitConversation, type FittedConversation } from './fit-context-window.ts';
import { generateText } from './generate.ts';
import { GeneratedRows } from './generated-rows.ts';
import { hideContexts } from './hiding/hide-contexts.ts';
import { HiddenReading } from './hiding/hiding.ts';
import type { ReadPrompt } from './hiding/read-prompt.ts';
import { hidingMemory } from './hiding/ram-for-hiding.ts';
import { mixingLayers } from '../onnx/recognize/decoder.ts';
import type { Layout } from './layout.ts';
import { PathDecoding, type PathsJob } from './paths/path-decoding.ts';
import type { ModelConfig } from './model-config.ts';
import type { ModelFiles } from './safety/model-folder.ts';
import { textsThatMayGive } from '../text/spaced-words.ts';
import { seededRandom, type Random } from '../statistics/random.ts';
import { requireKnownTokens, scoreConversation, type ScoringOptions } from './score.ts';
import { scoreMixture } from './score-mixture.ts';
import { RecentFits } from './recent-fits.ts';
import { longestWithin, type MemoryFit, type MemoryJob } from './ram-fit.ts';
import {
	hasFusedAttention,
	scoringMemory,
	thirdPathMemory,
	tokenizerCopies,
	type ScoredText,
	type ScoringModel,
} from './ram-for-scoring.ts';
import { requireUnchanged } from './safety/unchanged-files.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What the runtime fails with, or computes wrongly, where another graph might not. */
const ofRuntime: ReadonlySet<string> = new Set([
	errorNumbers.runtimeCannotOpenModel,
	errorNumbers.notADecoder,
	errorNumbers.runtimeFailed,
	errorNumbers.sourcesDoNotAddUp,
]);

/** A decoder-only language model in memory, with its tokenizer and layout. One call at a time. */
export class DecoderModel {
	readonly identity: ModelIdentity;
	/** Writing by several prompts at once. */
	readonly paths: PathDecoding;
	readonly #files: ModelFiles;
	readonly #feeding: Feeding;
	readonly #tokenizer: Tokenizer;
	readonly #layout: Layout;
	readonly #config: ModelConfig;
	readonly #instrumented: InstrumentedModel;
	readonly #hidden: HiddenReading;
	/** Of single allocations, bytes. */
	readonly #limit: AllocationLimit | undefined;
	readonly #fits = new RecentFits();
	/** Of the answer just written, for the scoring that follows. */
	#generated: GeneratedRows | undefined;
	/** What scoring has just read, for the hiding that follows. */
	#read: ReadPrompt | undefined;

	constructor(
		identity: ModelIdentity,
		files: ModelFiles,
		feeding: Feeding,
		tokenizer: Tokenizer,
		layout: Layout,
		config: ModelConfig,
		instrumented: InstrumentedModel,
		provider: ExecutionProviderChoice,
	) {
		this.identity = identity;
		this.#files = files;
		this.#feeding = feeding;
		this.#tokenizer = tokenizer;
		this.#layout = layout;
		this.#config = config;
		this.#instrumented = instrumented;
		this.#limit = provider.allocationLimit;
		this.#hidden = new HiddenReading({ feeding, files, provider, config, contextWindow: identity.contextWindow });
		this.paths = new PathDecoding({
			feeding,
			tokenizer,
			layout,
			contextWindow: identity.contextWindow,
			endTokens: this.#endTokens(),
			memory: this.#scoringModel(),
			files,
			provider,
		});
	}

	/** Where its files are. */
	get folder(): string {
		return this.#files.directory;
	}

	/** Requires that its files are those that were loaded: the runtime may read weights from them while it computes. @throws {UserError} RA504 */
	requireUnchanged(): Promise<void> {
		return requireUnchanged(this.#files);
	}

	/** Bytes that it takes while nothing is asked of it, from above: its weights as the runtime packs them, and its tokenizer. */
	get heldBytes(): number {
		return this.#files.weightBytes * 2 + this.#files.tokenizer.bytes * tokenizerCopies;
	}

	/** Bytes of the largest logits tensor that was held so far. */
	get largestLogits(): number {
		return this.#feeding.session.largestLogits;
	}

	/** Whether every text is read at once, for want of a key/value cache. */
	get readsAtOnce(): boolean {
		return !this.#feeding.session.takesCache;
	}

	/** Whether that is so because the cache that it has fails. */
	get forgoesCache(): boolean {
		return this.#feeding.session.forgoesCache;
	}

	/**
	 * Scores `parts.response` with and without the contexts, cut to the context window where needed. The answer that `generate` has
	 * just written to the same parts costs one pass without contexts: the rows that it was chosen from are those with them.
	 * With `keepsPrompt`, the prompt's cache is kept for the call that follows, which is `hide`.
	 * @throws {UserError} RA404..RA411, RA413; the signal's reason within one chunk of 128 tokens.
	 */
	async score(
		parts: PromptParts,
		{ keepsPrompt = false, ...options }: ScoringOptions & { readonly keepsPrompt?: boolean },
	): Promise<ScoreResult> {
		if (parts.response === undefined) throw emptyResponse();
		const fitted = this.#fit(parts, 0);
		const generated = this.#generated;
		this.#generated = undefined;
		this.#read = undefined;
		const onPrompt = (read: ReadPrompt): void => void (this.#read = read);
		const scored = await scoreConversation(
			this.#feeding,
			this.#tokenizer,
			fitted,
			{ ...options, ...(keepsPrompt && { onPrompt }) },
			generated,
		);
		return { scored, truncation: fitted.truncation };
	}

	/**
	 * What RePCS's influence is fitted from, of the first `tokens` tokens of `parts.response`, cut to the context window as for `score`.
	 * Takes three passes, beside those of `score`. @throws as `score`.
	 */
	async mixture(parts: PromptParts, tokens: number, options: ReadOptions): Promise<MixtureSums[]> {
		this.#read = undefined;
		if (parts.response === undefined) throw emptyResponse();
		return scoreMixture(this.#feeding, this.#fit(parts, 0), tokens, options);
	}

	/**
	 * Attributes `parts.response`, read with its contexts, to its seven sources. The first call checks the instrumented graph and
	 * opens it, which takes about as much memory and time as loading the model. With a screen that cannot be had, or fails, the
	 * sources are exact anyway, and `unscreened` says why.
	 * @throws {UserError} RA431, RA432, RA434 where the model's graph cannot be attributed with; RA433 when sources do not add up; otherwise as `score`.
	 */
	async attribute(parts: PromptParts, options: AttributeOptions): Promise<AttributeResult> {
		this.#read = undefined;
		const fitted = this.#responseFit(parts);
		const { value, open, unscreened } = await this.#withScreen(options.screen, (one) =>
			attributeConversation(one, this.#feeding.session.vocabulary, fitted, { ...options, pieces: this.#feeding.pieces }),
		);
		const parallelLayers = open.structure.blocks.filter((block) => block.kind === 'attention' && block.parallel).length;
		return { ...value, truncation: fitted.truncation, parallelLayers, mixingLayers: mixingLayers(open.structure), unscreened };
	}

	/**
	 * Reads `parts.response` again without each of its contexts, cut to the context window as for `score`. The first call tries how the graph
	 * can hide them, which may open it a second time; where it cannot, the prompt is read without them.
	 * @throws as `score`, and RA401, RA504 where a second session is opened.
	 */
	async hide(parts: PromptParts, options: ReadOptions): Promise<HidingResult> {
		const read = this.#read;
		this.#read = undefined;
		const hiding = await this.#hidden.find();
		const fitted = this.#responseFit(parts);
		const contexts = fitted.contexts.map(({ text }) => text);
		const mayGive = textsThatMayGive(parts.response ?? '', fitted.conversation.response, contexts);
		return hideContexts(this.#feeding, hiding, fitted, { ...options, mayGive, read });
	}

	/** Whether `hide` has nothing to try and to open any more. */
	get readyToHide(): boolean {
		return this.#hidden.isKnown;
	}

	/** Tries how the graph can hide contexts; blocks this thread. Rejects as `hide` does before it reads. */
	async prepareHiding(): Promise<void> {
		await this.#hidden.find();
	}

	/** Whether `attribute` has nothing to check and to open any more. */
	readyToAttribute(screen?: number): boolean {
		return this.#instrumented.opened(screen);
	}

	/** Checks the instrumented graph and opens it; blocks this thread. Rejects as `attribute` does before it runs. */
	async prepareAttribution(screen?: number): Promise<void> {
		await this.#withScreen(screen, () => Promise.resolve());
	}

	/** Origins of some tokens of `parts.response`, numbered from 0. @throws as `attribute`, and RangeError for tokens that are not scored. */
	async origins(parts: PromptParts, rows: readonly number[], options: AttributeOptions): Promise<Origins> {
		this.#read = undefined;
		const fitted = this.#responseFit(parts);
		return (
			await this.#withScreen(options.screen, (open) =>
				originsInConversation(open, this.#feeding.session.vocabulary, fitted, rows, { ...options, pieces: this.#feeding.pieces }),
			)
		).value;
	}

	/** Whether `lens` has nothing to check and to open any more. */
	get readyForLens(): boolean {
		return this.#instrumented.lensOpened;
	}

	/** Checks the graph that gives the second reading and opens it; blocks this thread. Rejects as `lens` does before it runs. */
	async prepareLens(): Promise<void> {
		await this.#instrumented.openLens();
	}

	/** The second reading of some tokens of `parts.response`. @throws as `origins`, and RA434 where its self-check fails. */
	async lens(parts: PromptParts, rows: readonly number[], options: ReadOptions): Promise<LensReading> {
		const fitted = this.#responseFit(parts);
		const open = await this.#instrumented.openLens();
		return lensInConversation(open, this.#feeding.session.vocabulary, fitted, rows, { ...options, pieces: this.#feeding.pieces });
	}

	/**
	 * Writes an answer to `parts` (its response, if any, is not read). Contexts are cut so that at least an eighth of the
	 * context window, or `maxTokens` if that is less, is left for the answer; it ends where the window does.
	 */
	async generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult> {
		this.#read = undefined;
		const open = parts.response === undefined ? parts : { ...parts, response: undefined };
		const {
			conversation: {
				withContext: { ids },
			},
			truncation,
		} = this.#fit(open, this.#room(options.maxTokens));
		requireKnownTokens(ids, this.#feeding.session.vocabulary);
		// The rows depend on nothing but the tokens; where they do, scoring must not depend on who wrote the answer.
		const kept = this.#feeding.pieces !== undefined ? undefined : new GeneratedRows(ids, this.#feeding.logitsBudget);
		this.#generated = kept;
		const generated = await generateText(this.#feeding, this.#tokenizer, {
			prompt: ids,
			maxTokens: Math.min(options.maxTokens, this.identity.contextWindow - ids.length),
			temperature: options.temperature,
			topP: options.topP,
			random: randomOf(options.seed),
			endTokens: this.#endTokens(),
			lead: answerLead(this.#layout),
			signal: options.signal,
			onText: options.onText,
			...(kept && { onToken: (id: number, row: Float32Array) => kept.push(id, row) }),
		});
		return { ...generated, truncation };
	}

	/**
	 * Bytes that this process needs in all for a job, from above.
	 * @param maxTokens of an answer that is to be written, where `parts` have none.
	 * @throws {UserError} RA431, RA432 where sources are asked for and the graph is not understood.
	 */
	memoryFor(job: MemoryJob, parts: PromptParts, maxTokens = 0): number {
		return this.#estimate(job, this.#text(parts, maxTokens), parts.contexts.length);
	}

	/** What of decoding by several prompts, which needs more than `limit` bytes, would fit into them. */
	fittingPaths(job: PathsJob, limit: number): MemoryFit {
		return { ...this.paths.fitting(job, limit), weightBytes: this.#files.weightBytes };
	}

	/**
	 * How long paths may be that fit into `limit` bytes and a device's single allocations, or what of too little would fit.
	 * @throws {UserError} RA407, and where an allocation would be too large.
	 */
	roomForPaths(room: PathsRoom, limit: number): PathsBound | MemoryFit {
		const { min, window, fit } = this.paths.roomFor(room, limit);
		if (window === null) return { ...fit, weightBytes: this.#files.weightBytes };
		const piece = (tokens: number) => largestPiece({ ...this.#feeding, heads: this.#config.heads }, tokens);
		const max = this.#limit;
		if (max === undefined) return { window, characters: room.characters };
		const within = longestWithin(max - 1, min, window, (tokens) => piece(tokens).bytes);
		if (within === null) throw cannotKeepBelow(max, piece(min).bytes, piece(min).what, { other: 'A shorter query needs less.' });
		return { window: within, characters: room.characters };
	}

	/** The token that a word begins with inside of a text. */
	firstTokenOf(word: string): number | undefined {
		return this.#tokenizer.tokenize(` ${word}`, { special: false }).ids[0];
	}

	/** `V`. */
	get vocabulary(): number {
		return this.#feeding.session.vocabulary;
	}

	/** What of a job on `parts` that needs more than `limit` bytes would fit into them. @param maxTokens as for `memoryFor`. */
	fitting(job: MemoryJob, parts: PromptParts, limit: number, maxTokens = 0): MemoryFit {
		const text = this.#text(parts, maxTokens);
		const shorter = (withContext: number): ScoredText => ({
			...text,
			withContext,
			characters: Math.ceil((text.characters * withContext) / text.withContext),
		});
		const tokens = longestWithin(limit, text.withoutContext, text.withContext, (withContext) =>
			this.#estimate(job, shorter(withContext), parts.contexts.length),
		);
		return {
			needed: this.#estimate(job, text, parts.contexts.length),
			limit,
			asked: text.withContext,
			tokens,
			min: this.#estimate(job, shorter(text.withoutContext), parts.contexts.length),
			weightBytes: this.#files.weightBytes,
		};
	}

	/**
	 * Before anything of `parts` is read, or an answer of `maxTokens` is written. @throws {UserError} RA415 for what would need more memory
	 * in one piece than this process may allocate.
	 */
	requirePieces(parts: PromptParts, { maxTokens = 0, attributed = false } = {}): void {
		const limit = this.#limit;
		if (limit === undefined) return;
		const {
			conversation: { withContext },
			responseTokens,
		} = this.#fit(parts, parts.response === undefined ? this.#room(maxTokens) : 0);
		const tokens = Math.min(
			this.identity.contextWindow,
			withContext.ids.length + (parts.response === undefined ? maxTokens : responseTokens),
		);
		const largest = largestPiece({ ...this.#feeding, heads: this.#config.heads }, tokens);
		const pieces = [largest, ...(attributed ? [this.#instrumented.largestPiece(tokens)] : [])];
		const tooLarge = pieces.find(({ bytes }) => bytes >= limit);
		if (tooLarge !== undefined) throw cannotKeepBelow(limit, tooLarge.bytes, tooLarge.what, { other: 'Shorter contexts need less.' });
	}

	async dispose(): Promise<void> {
		await this.#instrumented.dispose();
		await this.#hidden.dispose();
		await this.paths.dispose();
		await this.#feeding.session.dispose();
	}

	/** What `task` gives on the session with a screen; on the exact one where the runtime fails with it. */
	async #withScreen<T>(
		screen = 0,
		task: (open: OpenInstrumented) => Promise<T>,
	): Promise<{ value: T; open: OpenInstrumented; unscreened: string | null }> {
		const at = async (wanted: number): Promise<{ value: T; open: OpenInstrumented; unscreened: string | null }> => {
			const open = await this.#instrumented.open(wanted);
			return { value: await task(open), open, unscreened: open.unscreened };
		};
		try {
			return await at(screen);
		} catch (error) {
			if (screen === 0 || !(error instanceof UserError) || !ofRuntime.has(error.code)) throw error;
			return { ...(await at(0)), unscreened: `it failed: ${error.message}` };
		}
	}

	/** The sizes of a text: of the answer that is to be written where `parts` have no response. */
	#text(parts: PromptParts, maxTokens: number): ScoredText {
		const writes = parts.response === undefined;
		const { conversation, responseTokens } = this.#fit(parts, writes ? this.#room(maxTokens) : 0);
		const withContext = conversation.withContext.ids.length;
		const answer = writes ? Math.min(maxTokens, this.identity.contextWindow - withContext) : responseTokens;
		const characters = parts.contexts.reduce(
			(sum, context) => sum + context.text.length,
			parts.query.length + (parts.system?.length ?? 0) + (parts.response?.length ?? 0),
		);
		return {
			characters,
			withContext,
			withoutContext: conversation.withoutContext.ids.length,
			answer,
			writes,
			keptRows: this.#generated?.bytes ?? 0,
		};
	}

	#estimate(job: MemoryJob, text: ScoredText, contexts: number): number {
		const { session } = this.#feeding;
		const { weightBytes } = this.#files;
		const scoring = scoringMemory(this.#scoringModel(), text);
		const tokens = text.withContext + text.answer;
		if (job === 'score') return scoring;
		if (job === 'hide')
			return hidingMemory({ ...this.#scoringModel(), session }, text, { contexts, copiesWeights: this.#hidden.copiesWeights });
		if (job === 'mixture') return scoring + session.cacheBytes(tokens) * 2 + thirdPathMemory(this.#feeding, tokens);
		const { heads, structure, takesCache } = this.#instrumented.graph();
		return (
			scoring +
			attributionMemory(
				{
					weightBytes,
					heads,
					structure,
					takesCache: takesCache && session.takesCache,
					cacheBytes: session.wholeCacheBytes(tokens),
					screened: job === 'screen',
				},
				tokens,
				text.answer,
			)
		);
	}

	#scoringModel(): ScoringModel {
		const { tokenizer, weightBytes, outline } = this.#files;
		return {
			...this.#feeding,
			tokenizerBytes: tokenizer.bytes,
			weightBytes,
			heads: this.#config.heads,
			fusedAttention: hasFusedAttention(outline.operators),
		};
	}

	#responseFit(parts: PromptParts): FittedConversation {
		if (parts.response === undefined) throw emptyResponse();
		return this.#fit(parts, 0);
	}

	#fit(parts: PromptParts, room: number): FittedConversation {
		if (parts.response?.trim() === '') throw emptyResponse();
		return this.#fits.of(parts, room, () => fitConversation(this.#layout, this.#tokenizer, parts, this.identity.contextWindow, room));
	}

	#room(maxTokens: number): number {
		return Math.min(maxTokens, Math.floor(this.identity.contextWindow / 8));
	}

	#endTokens(): ReadonlySet<number> {
		const { endOfSequence } = this.#tokenizer;
		return endOfSequence === undefined ? this.#config.endTokens : new Set([...this.#config.endTokens, endOfSequence]);
	}
}

function emptyResponse(): UserError {
	return new UserError(errorNumbers.emptyResponse, 'The response is empty, so there is nothing to score.', {
		hint: 'Write a response, or generate one.',
	});
}

function randomOf(seed: number | undefined): Random {
	return seed === undefined ? () => randomInt(2 ** 32) / 2 ** 32 : seededRandom(seed);
}
