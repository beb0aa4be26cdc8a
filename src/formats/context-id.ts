/**
 * Whether records cannot name a context by this id: `__proto__` is no member of the objects that most readers of JSON make,
 * so that what the context gave would be missing from every token.
 */
export function isLostId(id: string): boolean {
	return id === '__proto__';
}

/** What to do about such an id. */
export const lostIdHint = 'Give it another id: JavaScript and other readers of JSON lose a member of that name.';

/**
 * Returns IDs of contexts, each given once. Of several contexts with one ID, such as chunks that are named by their file, the later ones get a number:
 * `handbook.pdf` and `handbook.pdf#2`. An ID that is given once stays as it is.
 */
export function distinctContextIds(ids: readonly string[]): string[] {
	const taken = new Set(ids);
	/** How often an ID was there, and so the number to begin with. */
	const counts = new Map<string, number>();
	return ids.map((id) => {
		let count = (counts.get(id) ?? 0) + 1;
		let own = id;
		if (count > 1) for (own = `${id}#${count}`; taken.has(own); own = `${id}#${count}`) count++;
		counts.set(id, count);
		taken.add(own);
		return own;
	});
}
