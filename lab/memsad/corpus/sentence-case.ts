/** As the beginning of a sentence. */
export function sentenceCase(text: string): string {
	return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
