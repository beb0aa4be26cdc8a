/**
 * JSON in the one form that a value has (RFC 8785): members in the order of their names' UTF-16 units, no blanks, numbers as ECMAScript writes them. Members that
 * are `undefined` are left out.
 * @throws TypeError for what JSON has no form for: numbers that are not finite, functions, bigints, values that hold themselves
 */
export function canonicalJson(value: unknown): string {
	return written(value, []);
}

function written(value: unknown, holders: readonly object[]): string {
	if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) throw new TypeError(`JSON has no form for ${value}`);
		return JSON.stringify(value);
	}
	if (typeof value !== 'object') throw new TypeError(`JSON has no form for a ${typeof value}`);
	if (holders.includes(value)) throw new TypeError('JSON has no form for a value that holds itself');
	const within = [...holders, value];
	if (Array.isArray(value)) return `[${value.map((item: unknown) => (item === undefined ? 'null' : written(item, within))).join(',')}]`;
	if (value instanceof Date) return JSON.stringify(value);
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, member]) => `${JSON.stringify(name)}:${written(member, within)}`);
	return `{${members.join(',')}}`;
}
