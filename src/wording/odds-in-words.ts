/**
 * What ε means for somebody: `at most 21 times as likely, or as unlikely`, after words such as 'One document can make an answer'. The factor is
 * e^ε, rounded up, so that it stays true.
 */
export function oddsInWords(epsilon: number): string {
	const factor = Math.exp(epsilon);
	const rounded = factor < 10 ? Math.ceil(factor * 10 - 1e-9) / 10 : Math.ceil(factor - 1e-9);
	const times = factor >= 1e6 ? 'more than a million times' : `at most ${rounded.toLocaleString('en')} times`;
	return `${times} as likely, or as unlikely`;
}

/** A small probability: `1 in 100,000`; rounded so that what it promises stays true. */
export function chanceInWords(probability: number): string {
	// What a division rounds is no reason for one less.
	return `1 in ${Math.floor((1 / probability) * (1 + 1e-12)).toLocaleString('en')}`;
}
