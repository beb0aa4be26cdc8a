/** Milliseconds that a `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date. `undefined` where it says neither. @param now as `Date.now()` */
export function retryAfter(header: string | null, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	// A number with a sign or a fraction is no date either, but some engines read it as one.
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
