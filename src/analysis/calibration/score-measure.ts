import * as z from 'zod';
import { sentenceCount, valueKind } from '../../formats/detectors/closed-book.ts';
import { answerGroup } from '../../methods/closed-book/answer-group.ts';
import { closedBook } from '../../methods/closed-book/closed-book.ts';
import { confidenceGap, sentenceMean, sentenceTopMean } from '../../methods/confidence-gap/confidence-gap.ts';
import { largestLogRatio } from '../../methods/repcs/planning.ts';
import { repcs, window } from '../../methods/repcs/repcs.ts';
import type { ScoredResponse } from '../../model-io/scores.ts';
import { mostOverlapped } from '../../text/sentences.ts';
import { promptParts } from '../analyze-trace.ts';
import { responseLanguage } from '../sentence-list.ts';
import { taggedReading, traceReading } from '../trace-reading.ts';
import type { Measure } from './measure.ts';
import { responseSentences } from './response-sentences.ts';

const scoreNumbers = z.object({
	/** `null` for a response without tokens. `logRatio`: the largest of its tokens', nats, cut at `clippedLogRatio`. */
	repcs: z.object({ z: z.number(), perToken: z.number(), logRatio: z.number().nonnegative() }).nullable(),
	/** Certainty without contexts, nats, and the group of answers that it counts in; `null` for a response without tokens. What was kept before it was measured lacks it, and is measured again. */
	closedBook: z
		.object({
			entropyMax: z.number().nonnegative(),
			surpriseMax: z.number().nonnegative(),
			group: z.object({ sentences: sentenceCount, value: valueKind }),
		})
		.nullable(),
	/** Nats; `null` for a sentence without a token of its own. */
	sentences: z.array(z.object({ entropyMean: z.number(), cgMean: z.number(), cgTop5: z.number(), surpriseMean: z.number() }).nullable()),
});
export type ScoreNumbers = z.infer<typeof scoreNumbers>;

/** Nats at which a token's log-ratio is cut: where one path excludes the token it is infinite. */
export const clippedLogRatio = 100;

/** Alternatives that an analysis asks for: the same request is the same entry of the result cache. */
const topK = 5;

/** Both scored paths: confidence gap, entropy, RePCS and certainty without contexts. */
export const scoreMeasure: Measure<ScoreNumbers, 'trace', 'language-model'> = {
	name: 'scores',
	schema: scoreNumbers,
	of: 'trace',
	readers: ['language-model'],
	unavailableAfter: new Set(),
	async take(trace, { 'language-model': model }, signal) {
		const reading = traceReading(promptParts(trace));
		const scored = reading.placed((await model.score(reading.parts, { topK, signal, onProgress: () => undefined })).scored);
		const { withContext, withoutContext, kl } = scored;
		const contamination = repcs(kl, withContext.logProbability, withoutContext.logProbability);
		const alone = closedBook(withoutContext.entropy, withoutContext.logProbability);
		const tagged = await responseSentences(trace);
		const { sentences } = tagged;
		const written = { text: trace.response.text, language: responseLanguage(trace), written: tagged };
		const { asRead } = await taggedReading(reading, written);
		return {
			repcs: contamination === null ? null : { z: contamination.z, perToken: contamination.perToken, logRatio: logRatioOf(scored) },
			closedBook:
				alone === null
					? null
					: {
							entropyMax: alone.entropyMax,
							surpriseMax: finite(alone.surpriseMax),
							group: answerGroup(reading.parts.response ?? '', asRead, trace.query.text),
						},
			sentences: sentenceNumbers(scored, mostOverlapped(sentences, scored.start, scored.end), sentences.length),
		};
	},
};

function sentenceNumbers({ withContext, withoutContext }: ScoredResponse, owner: Int32Array, count: number): ScoreNumbers['sentences'] {
	const gaps = confidenceGap(withoutContext.entropy, withContext.entropy);
	const surprises = withContext.logProbability.map((log) => finite(-log));
	return Array.from({ length: count }, (_, s) => {
		const isOwn = (_value: number, t: number): boolean => owner[t] === s;
		const own = gaps.filter(isOwn);
		if (own.length === 0) return null;
		return {
			entropyMean: sentenceMean(withContext.entropy.filter(isOwn)),
			cgMean: sentenceMean(own),
			cgTop5: sentenceTopMean(own),
			surpriseMean: sentenceMean(surprises.filter(isOwn)),
		};
	});
}

/** What a model holds impossible stands as the largest finite number: JSON has no infinity. */
function finite(surprise: number): number {
	return Math.min(surprise, Number.MAX_VALUE);
}

function logRatioOf({ withContext, withoutContext }: ScoredResponse): number {
	const first = (values: Float64Array): Float64Array => values.subarray(0, window);
	return largestLogRatio(
		[{ withContext: first(withContext.logProbability), withoutContext: first(withoutContext.logProbability) }],
		clippedLogRatio,
	);
}
