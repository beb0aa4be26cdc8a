/** A token's place in a text (UTF-16) and its log-probability without any document, nats. */
export interface PublicTokens {
	readonly start: ArrayLike<number>;
	readonly end: ArrayLike<number>;
	readonly logProbability: ArrayLike<number>;
}

/**
 * How little a text is expected without any document: the mean of `−ln p_0` over its tokens from `start` to `end`, nats; `null` where no
 * token begins. No distribution that a document took part in is looked at, so that it costs no budget.
 */
export function publicSurprise(tokens: PublicTokens, start: number, end: number): number | null {
	let [sum, count] = [0, 0];
	for (let t = 0; t < tokens.start.length; t++) {
		if (tokens.start[t]! < start || tokens.start[t]! >= end || tokens.end[t] === tokens.start[t]) continue;
		sum -= tokens.logProbability[t]!;
		count++;
	}
	return count === 0 ? null : sum / count;
}
