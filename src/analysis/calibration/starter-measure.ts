import * as z from 'zod';
import { emptySidecar } from '../../formats/sidecar.ts';
import { fittedStarter } from '../../methods/starter/fitted.ts';
import { starterFeatureNames } from '../../methods/starter/starter-features.ts';
import { starterScore } from '../../methods/starter/starter-model.ts';
import { starterSentences } from '../judge-by-starter.ts';
import { responseLanguage } from '../sentence-list.ts';
import { judgeTraceSupport } from '../trace-support.ts';
import { numbersOf, type Measure, type MeasuredTrace } from './measure.ts';
import { responseSentences } from './response-sentences.ts';

const starterNumbers = z.object({
	/** Features by name. `null` for a sentence that the starter profile does not judge. */
	sentences: z.array(z.record(z.enum(starterFeatureNames), z.number()).nullable()),
});

/** What the texts of a trace say of each sentence. No model reads anything. */
export const starterMeasure: Measure<z.infer<typeof starterNumbers>, 'trace', never> = {
	name: 'starter',
	schema: starterNumbers,
	of: 'trace',
	readers: [],
	unavailableAfter: new Set(),
	async take(trace) {
		const language = responseLanguage(trace);
		const tagged = await responseSentences(trace);
		const support = judgeTraceSupport(trace, tagged, language, emptySidecar);
		const sentences = support === null ? tagged.sentences.map(() => null) : starterSentences({ trace, language, support });
		return { sentences: sentences.map((sentence) => (sentence === null ? null : { ...sentence.features })) };
	},
};

/** Name of the starter profile's score beside those that were calibrated. */
export const starterName = 'starter, before your labels';

/** Returns the starter profile's score of each sentence of a trace. `null`: it does not judge the sentence, or nobody measured it. */
export function starterScores(trace: MeasuredTrace): (number | null)[] {
	const known = numbersOf(trace, starterMeasure)?.sentences;
	return trace.sentences.map((_, i) => {
		const features = known?.[i] ?? null;
		return features === null ? null : starterScore(fittedStarter.form, 'sentence', { features });
	});
}
