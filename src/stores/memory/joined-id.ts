/** An id of several names, of which no two lists give the same. */
export function joinedId(...names: readonly string[]): string {
	return names.slice(0, -1).some((name) => name.includes('/')) || names[0]?.startsWith('[') === true
		? JSON.stringify(names)
		: names.join('/');
}
