export interface ReadOptions {
	readonly signal: AbortSignal;
	/** Tokens fed so far, of all that are to be fed. */
	readonly onProgress: (done: number, total: number) => void;
}

export interface ScoreOptions extends ReadOptions {
	/** Alternatives a token and path. */
	readonly topK: number;
	/** Of a private text that nothing is to be kept of: no result of a cache, and none for it. */
	readonly unkept?: boolean;
	/** What will be asked of the same text next: a refusal for want of memory says what all of it needs. */
	readonly also?: readonly ('mixture' | 'attribute')[];
}

export interface AttributeOptions extends ReadOptions {
	/**
	 * How far a source may be off, proven, so that it is computed faster; 0 or absent: exact. What rests on exact sources (classifiers,
	 * calibration) never asks for it.
	 */
	readonly screen?: number | undefined;
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
