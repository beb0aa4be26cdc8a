/** A length of time for people, in whole units: `45 s`, `5 min`, `1 h`. @param seconds at least 0. */
export function durationInWords(seconds: number): string {
	if (seconds < 100) return `${Math.round(seconds * 10) / 10} s`;
	return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
