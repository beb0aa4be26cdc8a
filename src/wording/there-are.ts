/** `there are none`, `there is 1`, `there are 1,200`. */
export function thereAre(count: number): string {
	return count === 0 ? 'there are none' : `there ${isOrAre(count)} ${count.toLocaleString('en')}`;
}

export function isOrAre(count: number): 'is' | 'are' {
	return count === 1 ? 'is' : 'are';
}
