/** A length of time for people, in one unit: `30 s`, `5 min`, `2 h`. @param seconds at least 0. */
export function durationInWords(seconds: number): string {
	if (seconds < 100) return `${Math.round(seconds * 10) / 10} s`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}
