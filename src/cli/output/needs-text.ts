import type { ModelInspection } from '../../protocol/requests.ts';
import { bytesInWords } from '../../protocol/bytes-in-words.ts';

/** What a model needs, one sentence each: the weights that its folder has, then memory and time for traces. */
export function needsInWords({ weights, needs }: Pick<ModelInspection, 'weights' | 'needs'>): string[] {
	const files = weights.map(({ dtype, bytes }) => `${dtype} ${bytesInWords(bytes)}`).join(', ');
	return [...(weights.length < 2 ? [] : [`Weights in its folder: ${files}.`]), ...(needs ?? []).map(ofTrace)];
}

function ofTrace({ tokens, responseTokens, scoringBytes, attributionBytes, seconds }: NonNullable<ModelInspection['needs']>[number]): string {
	const sources = attributionBytes === null ? '' : `, ${bytesInWords(attributionBytes)} with token sources`;
	const time = seconds === null ? '; it is read at once, and how long that takes grows faster than its length' : `; about ${secondsInWords(seconds)} to read it here, by a short run, without token sources`;
	return `A trace of ${tokens.toLocaleString('en')} tokens, ${responseTokens.toLocaleString('en')} of them the response, needs about ${bytesInWords(scoringBytes)} of memory at most${sources}${time}.`;
}

function secondsInWords(seconds: number): string {
	return seconds < 1.5 ? 'a second' : seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
