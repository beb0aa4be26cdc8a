/** Members that say when a record was written, the newest first. */
const members = ['updated_at', 'created_at', 'timestamp', 'when', 'date'] as const;

/** What ISO 8601 has for a day, or for a time of one. */
const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** When a record was written, by the first of `objects` that says it in ISO 8601; other notations are not guessed at. */
export function writtenAt(objects: readonly Readonly<Record<string, unknown>>[]): string | null {
	for (const object of objects)
		for (const name of members) {
			const when = isoTime(object[name]);
			if (when !== null) return when;
		}
	return null;
}

/** A time in ISO 8601, with a `T`; `null`: it is none. */
export function isoTime(value: unknown): string | null {
	if (typeof value !== 'string' || !iso.test(value)) return null;
	const time = value.replace(' ', 'T').replace(',', '.');
	return Number.isNaN(Date.parse(time)) ? null : time;
}

/** A time in seconds, milliseconds or nanoseconds since 1970, by its size; `null`: it is none of this century. */
export function timeOf(value: unknown): string | null {
	const number = typeof value === 'string' && /^\d{9,19}$/.test(value) ? Number(value) : value;
	if (typeof number !== 'number' || !(number > 0)) return null;
	for (const unit of [1000, 1, 1e-3, 1e-6]) {
		const time = number * unit;
		// From 2001 to 2100.
		if (time > 978e9 && time < 4.1e12) return new Date(time).toISOString();
	}
	return null;
}
