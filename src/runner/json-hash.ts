import { createHash } from 'node:crypto';

/** SHA-256 of what a value is as JSON, in hexadecimal: the same wherever and whenever it is read. */
export function jsonHash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
