import { analyzeTrace } from '../../src/analysis/analyze-trace.ts';
import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { ProfileAnswers } from '../../src/analysis/likeness/likeness-of.ts';
import type { Classifier } from '../../src/analysis/spad/classifier-file.ts';
import type { Profile } from '../../src/formats/profile.ts';
import type { AnsweredTrace } from '../../src/formats/read-traces.ts';

/** Who judges: a model with a profile that fits it. */
export interface Judge {
	readonly model: LanguageModel;
	readonly profile: Profile;
	readonly classifiers: readonly Classifier[];
	readonly reference: Pick<ProfileAnswers, 'setsApart'> | null;
}

/** The worst verdict of the sentences. *Not judged* if no sentence was judged. */
export type AnswerVerdict = 'ungrounded' | 'grounded' | 'not judged';

/** Analyzes an answer as the product does, and resolves to what the profile says of it. Rejects as `analyzeTrace`. */
export async function judgeAnswer(
	{ model, profile, classifiers, reference }: Judge,
	trace: AnsweredTrace,
	signal: AbortSignal,
): Promise<AnswerVerdict> {
	const { sentences } = await analyzeTrace(trace, model, profile, {
		file: 'answer',
		classifiers,
		setsApart: reference?.setsApart,
		methods: ['cg', 'spad'],
		signal,
		onProgress: () => undefined,
	});
	const verdicts = sentences.map(({ verdict }) => verdict);
	return verdicts.includes('ungrounded') ? 'ungrounded' : verdicts.includes('grounded') ? 'grounded' : 'not judged';
}
