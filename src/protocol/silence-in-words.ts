import { durationInWords } from '../wording/duration-in-words.ts';
import type { ModelState } from './requests.ts';

/** That nothing is heard of the model process, and what comes of it, in two sentences. */
export function silenceInWords({ seconds, doing, endsAfter }: NonNullable<ModelState['silence']>): string {
	return `No sign of life for ${durationInWords(seconds)} while ${doing}. Cancel (Ctrl-C in a terminal) stops it; after ${durationInWords(endsAfter)} it is ended.`;
}
