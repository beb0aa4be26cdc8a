/** What a detector judges. */
export interface Level {
	/** As profiles, ids and reports have it. */
	readonly name: string;
	/** How people call one and several of them. */
	readonly nouns: { readonly one: string; readonly many: string };
}

export const sentenceLevel = { name: 'sentence', nouns: { one: 'sentence', many: 'sentences' } } as const satisfies Level;
export const responseLevel = { name: 'response', nouns: { one: 'response', many: 'responses' } } as const satisfies Level;
