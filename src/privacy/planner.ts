/** What each step gets. Stand-in until the accountant is here: by basic composition. */
export function decodingSteps(
	{ epsilon, decoder, expert }: { epsilon: number; decoder: string; expert: { tokens: number; payments: number } },
	_documents: number,
): { steps: number; stepEpsilon: number } {
	const steps = decoder === 'gated-votes' ? expert.payments : expert.tokens;
	return { steps, stepEpsilon: epsilon / steps };
}
