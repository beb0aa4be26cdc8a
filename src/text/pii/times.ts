/** '2:30 pm', '14:30', '9 a.m.', 'noon'; not the ratio 3:1 nor a verse. */
export const clockTime = String.raw`(?:(?:[01]?\d|2[0-3])(?::[0-5]\d)?\s?(?:[ap]\.m\.|[ap]m\b|[AP]M\b|o['’]clock)|(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|:\d)(?: hrs)?|\bnoon\b|\bmidday\b)`;

const pattern = /(?<![\d:.])(\d{1,2})(?::(\d\d))?\s?([ap])\.?m\b|(?<![\d:.])(\d{1,2}):(\d\d)(?!\d)|\b(noon|midday)\b/iu;

/** The time of day in a text as `HH:MM`. */
export function timeIn(text: string): string | undefined {
	const [whole, hour, minute, half, hour24, minute24] = pattern.exec(text) ?? [];
	if (whole === undefined) return undefined;
	if (hour24 !== undefined && minute24 !== undefined) return `${hour24.padStart(2, '0')}:${minute24}`;
	if (hour === undefined) return '12:00';
	const number = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
	return `${String(number).padStart(2, '0')}:${minute ?? '00'}`;
}
