/** Time that is left, by how long what was done has taken; `null` before anything was. */
export function secondsLeft(seconds: number, done: number, left: number): number | null {
	return done <= 0 ? null : Math.round((10 * seconds * left) / done) / 10;
}

/** The end of a progress message: ` (12 s left)`. Nothing where it cannot be told, or is over at once. */
export function timeLeft(seconds: number | null): string {
	if (seconds === null || seconds < 1) return '';
	return seconds < 90 ? ` (${Math.ceil(seconds)} s left)` : ` (${Math.ceil(seconds / 60)} min left)`;
}
