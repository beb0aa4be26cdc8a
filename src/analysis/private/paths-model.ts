import type { PathsDecoding, PathsResult } from '../../reading/private-decoding.ts';
import type { PromptParts } from '../../reading/prompt-parts.ts';
import type { ReadOptions } from '../../reading/read-options.ts';
import type { LanguageModel } from '../language-model.ts';

/** What several prompts are continued by, together. */
export interface PathsRequest {
	/** One a document, or a set of them. */
	readonly paths: PromptParts[];
	/** The same without any document. */
	readonly withoutContext: PromptParts;
	readonly maxTokens: number;
	readonly decoding: PathsDecoding;
	/** Absent: cryptographic randomness. */
	readonly seed?: number;
}

/** A language model that can continue many prompts at once. */
export interface PathsModel extends LanguageModel {
	/** Rejects as `generate` does; with its signal's reason when cancelled. */
	decodePaths(request: PathsRequest, options: ReadOptions): Promise<PathsResult>;
}
