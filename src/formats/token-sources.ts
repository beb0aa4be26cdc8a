/** The columns of a token's `sources`: parts of its probability, which may be negative and add up to it (SPAD, docs/methods/spad.md). */
export const tokenSources = ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const;
export type TokenSource = (typeof tokenSources)[number];

export function isTokenSource(name: string): name is TokenSource {
	return tokenSources.some((source) => source === name);
}

/** What a source is called to people. */
export const tokenSourceNames: Readonly<Record<TokenSource, string>> = {
	query: 'question and instructions',
	rag: 'contexts',
	past: 'the answer so far',
	self: 'the token before',
	ffn: 'the model\u2019s own layers',
	ln: 'final norm',
	initial: 'embedding',
};
