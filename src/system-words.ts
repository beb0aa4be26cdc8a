/**
 * What the system says went wrong, without its code, call and paths: `EXDEV: cross-device link not permitted, rename '/a' -> '/b'` is
 * "cross-device link not permitted". These are libuv's words as Node writes them; of another message all of it.
 */
export function withoutCall(message: string): string {
	return /^E[A-Z0-9]+: /.test(message) ? message.replace(/^E[A-Z0-9]+: /, '').replace(/,? \w+ '.*'$/, '') : message;
}
