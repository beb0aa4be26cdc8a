import type { DecoderModel } from '../lm/decoder-model.ts';
import type { ChooseByPaths, DecodeOptions, PathTruncation, PathsJob } from '../lm/paths/path-decoding.ts';
import { brokenOff } from '../methods/pearl/redact.ts';
import { EnsembleDecoder } from '../methods/pearl/ensemble.ts';
import { GatedVotesDecoder, type TokenDecoder } from '../methods/pearl/gated-votes.ts';
import { cryptographicBits } from '../privacy/cryptographic-bits.ts';
import { seededBits } from '../privacy/random-bits.ts';
import type { PathsDecoding, PathsRequest, PathsResult } from '../model-io/private-decoding.ts';

export function jobOf({ paths, withoutContext, maxTokens, decoding, bound }: PathsRequest): PathsJob {
	return { paths, withoutContext, maxTokens, jointly: decoding.kind !== 'greedy', bound };
}

/**
 * Decodes by several prompts. Rows of logits are reduced here, where they are: what leaves is the result alone.
 * @throws {UserError} as `PathDecoding.each`.
 */
export async function decodeByPaths(
	model: DecoderModel,
	job: PathsJob,
	{ decoding, seed }: Pick<PathsRequest, 'decoding' | 'seed'>,
	options: DecodeOptions,
): Promise<PathsResult> {
	if (decoding.kind === 'greedy') {
		const { paths, truncations } = await model.paths.each(job, options);
		return { kind: 'greedy', paths, ...truncationsOf(truncations) };
	}
	const decoder = decoderOf(model, decoding, seed);
	const choose: ChooseByPaths = (without, subsets) => decoder.next(without, subsets);
	const { joint, truncations } = await model.paths.jointly(job, choose, options);
	const text = joint.finish === 'redacted' ? brokenOff(joint.text) : joint.text;
	return { kind: 'joint', ...joint, text, paid: decoder.paid, ...truncationsOf(truncations) };
}

function decoderOf(model: DecoderModel, decoding: Exclude<PathsDecoding, { kind: 'greedy' }>, seed: number | undefined): TokenDecoder {
	const bits = seed === undefined ? cryptographicBits() : seededBits(seed);
	if (decoding.kind === 'ensemble') return new EnsembleDecoder(decoding, bits, model.vocabulary);
	if (decoding.kind === 'ensemble-without-noise')
		return new EnsembleDecoder({ ...decoding, stepEpsilon: 'no-noise' }, bits, model.vocabulary);
	const refusals = (decoding.refusals ?? []).flatMap((word) => model.firstTokenOf(word) ?? []);
	return new GatedVotesDecoder({ ...decoding, refusals }, bits, model.vocabulary);
}

function truncationsOf(truncations: readonly PathTruncation[]): { truncations?: PathsResult['truncations'] } {
	return truncations.length === 0 ? {} : { truncations: [...truncations] };
}
