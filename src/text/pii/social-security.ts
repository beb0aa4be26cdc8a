import { before, behind } from './cues.ts';

/** Nine digits of which it is said that they are a social security number. */
export function isCalledSsn(text: string, index: number, value: string): boolean {
	return (
		/^\d{3}[- ]?\d{2}[- ]?\d{4}$/u.test(value) &&
		(/\b(?:ssn|social security|soc(?:ial)? sec)\b[^.;]{0,25}$/iu.test(before(text, index, 50)) ||
			/^.{0,25}\b(?:ssn|social security)\b/iu.test(behind(text, index + value.length, 50)))
	);
}
