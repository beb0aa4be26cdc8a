/**
 * What the system says went wrong, without its code, call and paths: `EXDEV: cross-device link not permitted, rename '/a' -> '/b'` is
 * "cross-device link not permitted". These are libuv's words as Node writes them; of another message all of it.
 */
export function withoutCall(message: string): string {
	return /^E[A-Z0-9]+: /.test(message) ? message.replace(/^E[A-Z0-9]+: /, '').replace(/,? \w+ '.*'$/, '') : message;
}

/** The system's code in such a message, also where VS Code hands it on as a text of its own: `Error: ENOENT: no such file or directory, open '/a'`. */
export function codeSaid(message: string): string | undefined {
	return /^(?:Error: )?(E[A-Z0-9]+): /.exec(message)?.[1];
}
