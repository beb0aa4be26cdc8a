/** Returns the byte at which a file stops being UTF-8: the first of a sequence that is none. `null`: all of it is UTF-8. */
export function firstInvalidByte(bytes: Buffer): number | null {
	const text = bytes.toString('utf8');
	let byte = 0;
	let from = 0;
	for (;;) {
		const at = text.indexOf('\uFFFD', from);
		if (at === -1) return null;
		byte += Buffer.byteLength(text.slice(from, at));
		// The character itself may be what somebody has written.
		if (!(bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd)) return byte;
		byte += 3;
		from = at + 1;
	}
}
