import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { decodeByPaths, jobOf } from '../../src/model-process/decode-paths.ts';
import type { BenchModel } from './decoding-model.ts';

/** Bytes that paths may take, far more than the demo model's do: a bench wants them whole. */
const memoryLimit = 16 * 2 ** 30;

/** A loaded model in this process that continues many prompts as the model process does. */
export function inProcessPaths(model: DecoderModel): BenchModel {
	return {
		identity: model.identity,
		score: (parts, options) => model.score(parts, options),
		generate: (parts, options) => model.generate(parts, options),
		roomForPaths: (room) => {
			const found = model.roomForPaths(room, memoryLimit);
			return 'needed' in found ? Promise.reject(new Error('too little memory for the paths')) : Promise.resolve(found);
		},
		decodePaths: (request, options) => decodeByPaths(model, jobOf(request), request, options),
		textBy: async (decoder, job, options) => {
			const { joint } = await model.paths.jointly({ ...job, jointly: true }, (without, paths) => decoder.next(without, paths), options);
			return joint.text;
		},
	};
}
