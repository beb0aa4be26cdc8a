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
