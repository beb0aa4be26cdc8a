/** The mark of a line that opens or closes a code fence of Markdown. */
export function fenceMark(line: string): string | undefined {
	return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
}

/** Whether a line with such a mark closes the fence that another one has opened. */
export function closesFence(line: string, mark: string, opened: string): boolean {
	return mark.startsWith(opened) && line.trim() === mark;
}
