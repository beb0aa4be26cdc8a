/**
 * A text whose last sentence breaks off: a word that may not be whole goes, and what is missing stands in brackets. It reads nothing but
 * the released text, so that it costs nothing.
 */
export function brokenOff(text: string): string {
	const whole = /(?:[.?!]["')\]\u2019\u201d]*|\s)$/u.test(text) ? text : text.replace(/\S+$/u, '');
	const kept = whole.trimEnd();
	return kept === '' ? '[REDACTED].' : `${kept} [REDACTED].`;
}

/** What stands where something was cut. */
export const redaction = '[REDACTED]';

/** Sentences joined to a text; neighbors that were cut are one. */
export function joinRedacted(sentences: readonly string[]): string {
	return sentences.filter((sentence, i) => sentence !== redaction || sentences[i - 1] !== redaction).join(' ');
}
