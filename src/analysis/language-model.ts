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
}

/** What was left out so that a trace fits into the context window; counts are tokens. */
export interface Truncation {
	readonly contextWindow: number;
	readonly promptTokens: number;
	readonly responseTokens: number;
	/** Contexts cut, last first; `keptTokens` 0 means dropped. */
	readonly cutContexts: readonly { readonly id: string; readonly tokens: number; readonly keptTokens: number }[];
	/** Response tokens at the end that were not scored. */
	readonly unscoredResponseTokens: number;
	/** One sentence for people. */
	readonly message: string;
}

export interface ScoreOptions {
	readonly topK: number;
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

/** A language model as analysis sees it; the runner implements it over the model process. */
export interface LanguageModel {
	readonly identity: ModelIdentity;
	/** Scores `parts.response` with and without the contexts. Rejects with a `UserError`, or the signal's reason. */
	score(parts: PromptParts, options: ScoreOptions): Promise<ScoreResult>;
	generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult>;
}
