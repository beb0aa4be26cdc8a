import { listInWords } from './list-in-words.ts';

/** Whose marks were taken back, behind what says so: ` (marked by Ann and Bo)`, or nothing. */
export function takenBackFrom(by: readonly string[]): string {
	return by.length === 0 ? '' : ` (marked by ${listInWords(by)})`;
}
