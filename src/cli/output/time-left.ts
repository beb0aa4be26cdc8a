/** Time that is left in words: `12 s left`; `undefined` where it cannot be told, or is over at once. */
export function timeLeft(seconds: number | undefined): string | undefined {
	if (seconds === undefined || seconds < 1) return undefined;
	return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}
