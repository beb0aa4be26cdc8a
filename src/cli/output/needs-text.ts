import type { ModelInspection } from '../../protocol/model-inspection.ts';
import { bytesInWords } from '../../wording/bytes-in-words.ts';
import { durationInWords } from '../../wording/duration-in-words.ts';
import { mebibytes } from '../../wording/mebibytes.ts';

/** What a model needs, one sentence each: the weights that its folder has, then memory and time for traces. */
export function needsInWords({ weights, needs }: Pick<ModelInspection, 'weights' | 'needs'>): string[] {
	const files = weights.map(({ dtype, bytes }) => `${dtype} ${bytesInWords(bytes)}`).join(', ');
	return [...(weights.length < 2 ? [] : [`Weights in its folder: ${files}.`]), ...(needs ?? []).map(ofTrace)];
}

function ofTrace({
	tokens,
	responseTokens,
	scoringBytes,
	attributionBytes,
	seconds,
}: NonNullable<ModelInspection['needs']>[number]): string {
	const sources = attributionBytes === null ? '' : `, ${mebibytes(attributionBytes)} with token sources`;
	const time =
		seconds === null
			? '; it is read at once, and how long that takes grows faster than its length'
			: `; about ${durationInWords(Math.max(1, Math.round(seconds)))} to read it here, by a short run, without token sources`;
	return `A trace of ${tokens.toLocaleString('en')} tokens, ${responseTokens.toLocaleString('en')} of them the response, needs about ${mebibytes(scoringBytes)} of memory at most${sources}${time}.`;
}
