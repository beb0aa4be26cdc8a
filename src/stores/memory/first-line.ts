/** What an error of a library says first, as a clause: the rest is for its authors. */
export function firstLine(error: unknown): string {
	const said = error instanceof Error ? error.message : String(error);
	return said.split('\n')[0]!.trim().slice(0, 300).replace(/\.$/, '');
}
