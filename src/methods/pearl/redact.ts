/** What stands where something was cut. */
export const redaction = '[REDACTED]';

/** Sentences joined to a text; neighbors that were cut are one. */
export function joinRedacted(sentences: readonly string[]): string {
	return sentences.filter((sentence, i) => sentence !== redaction || sentences[i - 1] !== redaction).join(' ');
}
