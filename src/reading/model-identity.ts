/** How far two readings of one fixed text are apart: at once, as texts are scored, and token by token, as answers are written. Largest distances, nats. */
export interface ReadingDifference {
	/** Of the text. */
	readonly tokens: number;
	readonly logProbability: number;
	readonly entropy: number;
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
	/** Of a model whose numbers depend on the pieces in which a text is fed; absent: they do not depend on it. */
	readonly readings?: ReadingDifference | undefined;
}
