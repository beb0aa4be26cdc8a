/** Scripts that put no blanks between words: a text without blanks may be a sentence. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** The longest text that counts as a name, in UTF-16 units. */
const longest = 200;

/**
 * Returns whether a text only says where something is from: an address, a file's name, or one word without the end of a sentence, such as
 * `wikipedia` or `doc_17`. Such a text is nothing that an answer can be compared with.
 */
export function namesSource(text: string): boolean {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed.length > longest || /[\r\n]/.test(trimmed)) return false;
	if (/^[a-z][\w+.-]*:\/\/\S+$/i.test(trimmed)) return true;
	if (/[^\s.]\.(?:pdf|docx?|odt|rtf|md|txt|html?|csv|jsonl?|xml|xlsx?|pptx?|py|ipynb)$/i.test(trimmed)) return true;
	return !/\s/.test(trimmed) && !unspaced.test(trimmed) && !/[.!?…।۔؟]["'”’)\]]*$/.test(trimmed);
}
