import type { AttributedResponse, LayerParts } from '../statistics/attributed-response.ts';
import type { ScoredResponse } from '../statistics/scored-response.ts';

/** The parts of a trace that a model reads. */
export interface PromptParts {
	readonly system?: string;
	readonly query: string;
	readonly contexts: readonly { readonly id: string; readonly text: string }[];
	readonly response?: string;
}

/** Which model, run how. `sha256` is the content hash of everything that decides its numbers (graph, weights, tokenizer, template). */
export interface ModelIdentity {
	readonly name: string;
	readonly sha256: string;
	readonly device: string;
	readonly dtype: string;
	/** Hash of the prompt layout (`rag-assay/1` with the model's chat template). */
	readonly layout: string;
	/** Context window in tokens. */
	readonly contextWindow: number;
	/**
	 * Of a model whose numbers depend on the pieces in which a text is fed: how far two readings of one fixed text of so many `tokens` are apart,
	 * at once and token by token, as answers are written; largest distances, nats. Absent: they do not depend on it.
	 */
	readonly readings?: { readonly tokens: number; readonly logProbability: number; readonly entropy: number } | undefined;
}

/** What was left out so that a trace fits into the context window; counts are tokens. */
export interface Truncation {
	readonly contextWindow: number;
	readonly promptTokens: number;
	readonly responseTokens: number;
	/** Contexts cut, last first; `index` in the trace, from 0; `keptTokens` 0 means dropped. `keptLength`: UTF-16 code units of its text, from its start, that were kept. */
	readonly cutContexts: readonly {
		readonly id: string;
		readonly index: number;
		readonly tokens: number;
		readonly keptTokens: number;
		readonly keptLength: number;
	}[];
	/** Response tokens at the end that were not scored. */
	readonly unscoredResponseTokens: number;
	/** One sentence for people. */
	readonly message: string;
}

export interface ScoreOptions {
	readonly topK: number;
	/** What will be asked of the same text next: a refusal for want of memory says what all of it needs. */
	readonly also?: readonly ('mixture' | 'attribute')[];
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
}

export interface GenerateOptions {
	readonly maxTokens: number;
	/** 0 is greedy. */
	readonly temperature: number;
	readonly topP: number;
	/** Makes sampling repeatable. */
	readonly seed?: number;
	readonly signal: AbortSignal;
	/** Pieces of the answer, in order; together they are the answer. */
	readonly onText: (piece: string) => void;
}

export interface ScoreResult {
	readonly scored: ScoredResponse;
	readonly truncation: Truncation | null;
}

export interface GenerateResult {
	readonly text: string;
	readonly finish: 'stop' | 'length' | 'cancelled';
	readonly truncation: Truncation | null;
}

export interface ReadOptions {
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
}

export interface AttributeOptions extends ReadOptions {
	/**
	 * How far a source may be off, proven, so that it is computed faster; 0 or absent: exact. What rests on exact sources (classifiers,
	 * calibration) never asks for it.
	 */
	readonly screen?: number | undefined;
}

export interface AttributeResult {
	readonly attributed: AttributedResponse;
	readonly truncation: Truncation | null;
	/** Layers whose attention reads the same state as another branch (the feed-forward block, or one without attention): attention is counted first, and the order matters. */
	readonly parallelLayers: number;
	/** Layers, from 0, in which a branch without attention looks at other tokens: its share counts as the model's own layers'. */
	readonly mixingLayers: readonly number[];
	/** No source, context's share or part of a layer is off by more, besides what float32 rounds; 0: exact. */
	readonly errorBound: number;
	/** Why a screen that was asked for was not used, a clause; `null` where it was, or none was. */
	readonly unscreened: string | null;
}

/** The tokens of one context that a model read, and what each gave. */
export interface ContextOrigins {
	readonly id: string;
	/** `[n]`: UTF-16 ranges in the context's text, in order. A token that reaches over the text's ends is cut to it. */
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	/** `[R, n]`: each token's part of the row's `rag`. Over all contexts a row adds up to it. */
	readonly shares: Float64Array;
}

/** Where the asked response tokens' probabilities come from, key position by key position and layer by layer. */
export interface Origins {
	/** `[R]`: the asked response tokens, as they were asked for. */
	readonly rows: Uint32Array;
	/** Contexts of the prompt, in its order. */
	readonly contexts: readonly ContextOrigins[];
	/** `[R, L, ..]`: parts of each layer. With `initial` and `ln` of the row they add up to the token's probability. */
	readonly layers: LayerParts;
	/** As that of an attribution. */
	readonly errorBound: number;
}

/** A language model as analysis sees it; the runner implements it over the model process. */
export interface LanguageModel {
	readonly identity: ModelIdentity;
	/** Scores `parts.response` with and without the contexts. Rejects with a `UserError`, or the signal's reason. */
	score(parts: PromptParts, options: ScoreOptions): Promise<ScoreResult>;
	generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult>;
}

/** What RePCS's influence is fitted from; every array has one entry a response token (`MixtureSums` says what). */
export interface MixtureResult {
	readonly cross: Float64Array;
	readonly spread: Float64Array;
	readonly moved: Float64Array;
	readonly renyiContextOnly: Float64Array;
	readonly renyiWithContext: Float64Array;
}

/** A language model that can be asked with the contexts alone. */
export interface MixtureModel extends LanguageModel {
	/** Of the first `tokens` tokens of `parts.response`, in three passes. Rejects as `score` does. */
	mixture(parts: PromptParts, tokens: number, options: ReadOptions): Promise<MixtureResult>;
}

export function canMix(model: LanguageModel): model is MixtureModel {
	return 'mixture' in model;
}

/** A language model whose inside can be looked into. Models behind a server are none. */
export interface AttributingModel extends LanguageModel {
	/**
	 * The seven sources of each token of `parts.response`, in one pass with its contexts. Rejects as `score` does, and with RA431, RA432
	 * or RA434 where the model's graph is not understood: everything else works with such a model all the same.
	 */
	attribute(parts: PromptParts, options: AttributeOptions): Promise<AttributeResult>;
	/** Origins of some response tokens, `rows` from 0; those that were not scored are an error. Rejects as `attribute` does. */
	origins(parts: PromptParts, rows: readonly number[], options: AttributeOptions): Promise<Origins>;
}

export function canAttribute(model: LanguageModel): model is AttributingModel {
	return 'attribute' in model;
}
