const longest = 4;

/** Words and single signs, in lower case: what BLEU compares. */
export function bleuTokens(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/**
 * Sentence BLEU of one candidate against one reference, `[0, 1]` (Papineni et al. 2002): the geometric mean of the precisions of 1- to 4-grams, times the
 * brevity penalty. A precision without a hit is smoothed as mteval does (Chen and Cherry 2014, method 3), and n-grams that the candidate is too short for
 * do not count; sacrebleu calls that `smooth_method="exp", use_effective_order=True`. 0 where nothing is shared, or one of them is empty.
 */
export function sentenceBleu(candidate: readonly string[], reference: readonly string[]): number {
	if (candidate.length === 0 || reference.length === 0) return 0;
	let [sum, orders, smoothing] = [0, 0, 1];
	for (let n = 1; n <= longest && n <= candidate.length; n++) {
		const [ours, theirs] = [grams(candidate, n), grams(reference, n)];
		let hits = 0;
		for (const [gram, count] of ours) hits += Math.min(count, theirs.get(gram) ?? 0);
		if (n === 1 && hits === 0) return 0;
		if (hits === 0) smoothing *= 2;
		sum += Math.log((hits === 0 ? 1 / smoothing : hits) / (candidate.length - n + 1));
		orders++;
	}
	const brevity = Math.min(1, Math.exp(1 - reference.length / candidate.length));
	return brevity * Math.exp(sum / orders);
}

function grams(tokens: readonly string[], n: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (let i = 0; i + n <= tokens.length; i++) {
		const gram = tokens.slice(i, i + n).join(' ');
		counts.set(gram, (counts.get(gram) ?? 0) + 1);
	}
	return counts;
}
