import type { PathsBound, PathsRequest, PathsRoom, PathsResult } from '../../model-io/private-decoding.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import type { LanguageModel } from '../language-model.ts';

/** A language model that can continue many prompts at once. */
export interface PathsModel extends LanguageModel {
	/** How long paths may be. Of public numbers: rejects with RA502 where there is too little memory for so many. */
	roomForPaths(room: PathsRoom, options: ReadOptions): Promise<PathsBound>;
	/** Rejects as `generate` does; with its signal's reason when canceled. */
	decodePaths(request: PathsRequest, options: ReadOptions): Promise<PathsResult>;
}
