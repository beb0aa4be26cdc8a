import type { Finding } from '../formats/analysis-record.ts';
import type { RecordedSupport } from '../formats/support-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { isOrAre } from '../wording/phrases.ts';
import { isFlagged, missingBeside } from './value-words.ts';

/** What each place says of a verdict by the starter profile. */
export const starterProfile = 'starter profile, not calibrated on your data';

/** What judges without a profile that fits, as a clause. */
export const starterJudges = 'the starter profile, which is not calibrated on your data, judges sentences';

/** Whether the starter profile’s score flags it, with or without a calibrated threshold. The message says what speaks against the sentence. */
export function isByStarter({ method }: Pick<Finding, 'method'>): boolean {
	return method === 'starter';
}

/** Words that a message names. The others are counted. */
const mostNamed = 5;

type Sentence = RecordedSupport['sentences'][number];

/** Returns what speaks against a sentence, strongest first: values, words, the best context sentence. Empty if nothing does. */
export function starterEvidence({ values }: Pick<RecordedSupport, 'values'>, sentence: Sentence): string {
	const own = values.filter((value) => isFlagged(value) && sentence.start <= value.start && value.start < sentence.end);
	const contradicted = own.flatMap(({ state, text, by }) =>
		by === undefined || state !== 'contradicted'
			? []
			: [`“${text}”, but ${by.context === null ? 'the question' : `context “${by.context}”`} says “${by.text}”`],
	);
	const absent = own.filter(({ state }) => state === 'not-given').map(({ text }) => `“${text}”`);
	const { contentWords, evidence } = sentence;
	const missing = missingBeside(sentence, own);
	const words = [...new Set(missing.map(({ text }) => text))];
	const parts = [
		...contradicted,
		...(absent.length === 0 ? [] : [`${absent.join(', ')} ${absent.length === 1 ? 'is' : 'are'} in no context`]),
		...(missing.length === 0
			? []
			: [
					`${missing.length} of ${contentWords} content words ${isOrAre(missing.length)} in no context: ${words.slice(0, mostNamed).join(', ')}${words.length > mostNamed ? ', …' : ''}`,
				]),
		evidence === null
			? 'no context sentence has any of its other words'
			: `the closest context sentence has ${roughPercentOf(evidence.share)} of its words`,
	];
	return parts.join('; ');
}
