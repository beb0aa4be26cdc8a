/**
 * Whether records cannot name a context by this id: `__proto__` is no member of the objects that most readers of JSON make,
 * so that what the context gave would be missing from every token.
 */
export function isLostId(id: string): boolean {
	return id === '__proto__';
}

/** What to do about such an id. */
export const lostIdHint = 'Give it another id: JavaScript and other readers of JSON lose a member of that name.';
