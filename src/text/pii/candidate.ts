import type { CountryCode } from 'libphonenumber-js/min';
import type { TaggedWord } from '../tagged-text.ts';
import type { PiiFound, PiiType } from './pii-types.ts';

/** How sure a rule is: `checked` by a checksum, a numbering plan or a list; said by a `cue` beside it; or by its `shape` alone. */
export type Sureness = 'checked' | 'cue' | 'shape';

export interface Candidate extends Omit<PiiFound, 'normalized'> {
	readonly sureness: Sureness;
	/** Where the rule knows it better than `normalizePii`. */
	readonly normalized?: string;
}

/** What a recognizer reads. */
export interface PiiText {
	readonly text: string;
	/** Whose telephone numbers and dates are written without saying so. */
	readonly country: CountryCode;
	/** Parts of speech, where the text was tagged. */
	readonly words: readonly TaggedWord[] | undefined;
}

export type Recognizer = (given: PiiText, found: readonly Candidate[]) => Candidate[];

/** A candidate from a place in the text, without the blanks around it. */
export function candidate(start: number, value: string, type: PiiType, by: string, sureness: Sureness): Candidate {
	const from = start + (value.length - value.trimStart().length);
	return { start: from, end: from + value.trim().length, type, by, sureness };
}
