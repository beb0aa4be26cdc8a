import type { RepcsFigures } from './analysis-record.ts';

type Reason = NonNullable<RepcsFigures['notJudged']>;

/** Why a threshold does not judge a response or a sentence of it; `null` where it does, or where nobody wrote down why. */
export function notJudgedWords({ notJudged }: { readonly notJudged?: Reason | undefined }): string | null {
	return notJudged === undefined ? null : `not judged: ${reasons[notJudged]}`;
}

/** Of the response. */
const reasons: Readonly<Record<Reason, string>> = {
	'no-contexts': 'it has no contexts', 'contexts-not-read': 'none of its contexts was read', 'another-model': 'another model wrote it', refusal: 'it refuses',
};
