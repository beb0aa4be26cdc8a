/** The parts of a trace that a model reads; the same shape as analysis's, which this room may not import. */
export interface PromptParts {
	readonly system?: string | undefined;
	readonly query: string;
	readonly contexts: readonly { readonly id: string; readonly text: string }[];
	readonly response?: string | undefined;
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

/** Half-open range of UTF-16 offsets in a rendered conversation. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}
