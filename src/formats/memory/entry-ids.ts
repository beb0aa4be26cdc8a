import { createHash } from 'node:crypto';

/** An id for what has none, from what it is: 16 hexadecimal digits of a hash of all its parts. */
export function contentId(...parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
