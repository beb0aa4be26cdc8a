/** A pipeline that hands out what it has retrieved, word by word: whatever a model would make of it gives away less. */
export function quoted(_query: string, documents: readonly string[]): Promise<string> {
	return Promise.resolve(documents.join('\n\n'));
}
