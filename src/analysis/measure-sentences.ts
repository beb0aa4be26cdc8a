import { sentenceMean, sentenceTopMean } from '../methods/confidence-gap/confidence-gap.ts';
import type { AnswerSentencePart } from '../text/answer-parts.ts';
import type { ScoredResponse } from '../model-io/scores.ts';
import { mostOverlapped } from '../text/sentences.ts';

/** A sentence's measures over its tokens, nats; its range is in the response text. */
export interface MeasuredSentence extends AnswerSentencePart {
	/** Of the distributions with context. */
	readonly entropyMean: number;
	readonly cgMean: number;
	readonly cgTop5: number;
}

/**
 * A token belongs to the sentence that it overlaps most. Sentences without a token of their own
 * (the response's end was not scored, or a token swallowed them) are left out.
 */
export function measureSentences(sentences: readonly AnswerSentencePart[], scored: ScoredResponse, cg: Float64Array): MeasuredSentence[] {
	const owner = mostOverlapped(sentences, scored.start, scored.end);
	return sentences.flatMap(({ start, end, noClaim }, s) => {
		const isOwn = (_: number, t: number): boolean => owner[t] === s;
		const gaps = cg.filter(isOwn);
		if (gaps.length === 0) return [];
		return [
			{
				start,
				end,
				noClaim,
				entropyMean: sentenceMean(scored.withContext.entropy.filter(isOwn)),
				cgMean: sentenceMean(gaps),
				cgTop5: sentenceTopMean(gaps),
			},
		];
	});
}
