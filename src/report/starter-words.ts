import type { Finding } from '../formats/analysis-record.ts';
import type { RecordedSupport } from '../formats/support-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { isOrAre } from '../wording/phrases.ts';
import { inQuotes, isFlagged, missingBeside } from './value-words.ts';
import { shortId } from './word-origin-words.ts';

/** What each place says of a verdict by the starter profile. */
export const starterProfile = 'starter profile, not calibrated on your data';

/** What judges without a profile that fits, as a clause. */
export const starterJudges = 'the starter profile, which is not calibrated on your data, judges sentences';

/** Whether the starter profile’s score flags it, with or without a calibrated threshold. The message says what speaks against the sentence. */
export function isByStarter({ method }: Pick<Finding, 'method'>): boolean {
	return method === 'starter';
}

type Sentence = RecordedSupport['sentences'][number];

/** Returns what speaks against a sentence beside the words that its finding quotes: contradicted values, how many words are missing, the best context sentence. */
export function starterEvidence({ values }: Pick<RecordedSupport, 'values'>, sentence: Sentence): string {
	const own = values.filter((value) => isFlagged(value) && sentence.start <= value.start && value.start < sentence.end);
	const contradicted = own.flatMap(({ state, text, by }) =>
		by === undefined || state !== 'contradicted'
			? []
			: [
					`${by.context === null ? 'the question' : `context ${inQuotes(shortId(by.context))}`} says ${inQuotes(by.text)}, not ${inQuotes(text)}`,
				],
	);
	const { contentWords, evidence } = sentence;
	const missing = missingBeside(sentence, own).length;
	const parts = [
		...contradicted,
		...(missing === 0 ? [] : [`${missing} of ${contentWords} content words ${isOrAre(missing)} in no context`]),
		evidence === null
			? 'no context sentence has any of its other words'
			: `the closest context sentence has ${roughPercentOf(evidence.share)} of its words`,
	];
	const said = parts.join('; ');
	return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
