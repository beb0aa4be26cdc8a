import type { AnalysisRecord, RepcsFigures } from '../formats/analysis-record.ts';

type Reason = NonNullable<RepcsFigures['notJudged']>;

/** Why a threshold does not judge a response or a sentence of it; `null` where it does, or where nobody wrote down why. */
export function notJudgedWords({ notJudged }: { readonly notJudged?: Reason | undefined }): string | null {
	return notJudged === undefined ? null : `not judged: ${reasons[notJudged]}`;
}

/** Why no sentence of a file's answers is judged, of the first one; `null` where one is, or could be with a profile. */
export function noneJudgedWords(records: readonly Pick<AnalysisRecord, 'sentences'>[]): string | null {
	const words = records.flatMap(({ sentences }) => sentences.map(notJudgedWords));
	return words.includes(null) ? null : (words[0] ?? null);
}

/** Of the response. */
const reasons: Readonly<Record<Reason, string>> = {
	'no-contexts': 'it has no contexts',
	'contexts-not-read': 'none of its contexts was read',
	'unlike-profile': 'it is unlike all that the profile was made from',
	'another-model': 'another model wrote it',
	refusal: 'it refuses',
};
