/** What stands where something was cut. */
export const redaction = '[REDACTED]';

/** Sentences joined to a text; neighbors that were cut are one. */
export function joinRedacted(sentences: readonly string[]): string {
	return sentences.filter((sentence, i) => sentence !== redaction || sentences[i - 1] !== redaction).join(' ');
}

/** A text that breaks off, cut back to whole words and marked: what stands before the last space, if a word was begun. */
export function redactTail(text: string): string {
	const whole = /[\s.!?]$/.test(text) || text === '' ? text.trimEnd() : text.slice(0, Math.max(0, text.search(/\s\S*$/)));
	return whole === '' ? redaction : `${whole} ${redaction}`;
}
