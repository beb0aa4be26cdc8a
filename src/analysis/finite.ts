/**
 * Returns a number that JSON can hold. JSON has neither infinity nor a negative zero. What a model holds impossible becomes the largest
 * finite number.
 */
export function finite(value: number): number {
	return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}
