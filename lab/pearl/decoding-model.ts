import type { PathsModel } from '../../src/analysis/private/paths-model.ts';
import type { TokenDecoder } from '../../src/methods/pearl/gated-votes.ts';
import type { PathsRequest } from '../../src/model-io/private-decoding.ts';
import type { ReadOptions } from '../../src/model-io/requests.ts';

/** A model that also writes by decoders that the product does not have. */
export interface BenchModel extends PathsModel {
	/** Writes one text for all paths, token by token as the decoder chooses. Rejects as `decodePaths`. */
	textBy(decoder: TokenDecoder, job: Pick<PathsRequest, 'paths' | 'withoutContext' | 'maxTokens'>, options: ReadOptions): Promise<string>;
}
