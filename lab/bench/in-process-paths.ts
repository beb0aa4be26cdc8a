import type { PathsModel } from '../../src/analysis/private/paths-model.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { decodeByPaths, jobOf } from '../../src/model-process/decode-paths.ts';

/** A loaded model in this process that continues many prompts as the model process does. */
export function inProcessPaths(model: DecoderModel): PathsModel {
	return {
		identity: model.identity,
		score: (parts, options) => model.score(parts, options),
		generate: (parts, options) => model.generate(parts, options),
		decodePaths: (request, options) => decodeByPaths(model, jobOf(request), request, options),
	};
}
