/** Time that is left, by how long what was done has taken; `null` before anything was. */
export function secondsLeft(seconds: number, done: number, left: number): number | null {
	return done <= 0 ? null : Math.round((10 * seconds * left) / done) / 10;
}
