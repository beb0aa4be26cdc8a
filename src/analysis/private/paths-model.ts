import type { PathsRequest, PathsResult } from '../../reading/private-decoding.ts';
import type { ReadOptions } from '../../reading/read-options.ts';
import type { LanguageModel } from '../language-model.ts';

/** A language model that can continue many prompts at once. */
export interface PathsModel extends LanguageModel {
	/** Rejects as `generate` does; with its signal's reason when cancelled. */
	decodePaths(request: PathsRequest, options: ReadOptions): Promise<PathsResult>;
}
