/** Encodings of texts that are read as UTF-8, and are none: each by the name that programs give it. */
export type OtherEncoding = 'UTF-16 (little-endian)' | 'UTF-16 (big-endian)' | 'UTF-32';

/** How many bytes are looked at. */
export const encodingHead = 64;

/**
 * What the first bytes of a file say of its encoding: by its byte order mark, or, without one, because every other byte of plain text is zero then.
 * `null`: nothing speaks against UTF-8.
 */
export function otherEncoding(head: Uint8Array): OtherEncoding | null {
	const [a, b, c, d] = head;
	if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) return 'UTF-32';
	if (a === 0xff && b === 0xfe) return 'UTF-16 (little-endian)';
	if (a === 0xfe && b === 0xff) return 'UTF-16 (big-endian)';
	if (head.length < 4) return null;
	const looked = head.subarray(0, Math.min(encodingHead, head.length - (head.length % 2)));
	const even = looked.filter((_, i) => i % 2 === 0);
	const odd = looked.filter((_, i) => i % 2 === 1);
	if (odd.every((byte) => byte === 0) && even.every(isPlain)) return 'UTF-16 (little-endian)';
	if (even.every((byte) => byte === 0) && odd.every(isPlain)) return 'UTF-16 (big-endian)';
	return null;
}

/** A letter or sign of ASCII, or white space. */
function isPlain(byte: number): boolean {
	return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
