import { oneLineOf } from '../wording/phrases.ts';

/** A finding as the end of its line needs it. */
export interface LineEndFinding {
	/** Last line of the flagged text, from 0. */
	readonly line: number;
	/** What Problems says. */
	readonly message: string;
}

/** Characters of a clause. What is longer would run out of most windows. */
const longest = 100;

/** A sentence without its period. A period within quotation marks ends nothing. */
const firstClause = /^(?:\u201c[^\u201d]*\u201d|[^.!?\u201c]|[.!?](?!\s|$))*/u;

/** Returns what stands behind each line that has findings: the first clause about the first of them, and how many more there are. */
export function lineEndTexts(findings: readonly LineEndFinding[]): Map<number, string> {
	const messages = new Map<number, string[]>();
	for (const { line, message } of findings) messages.set(line, [...(messages.get(line) ?? []), message]);
	return new Map(
		[...messages].map(([line, [first = '', ...others]]) => [
			line,
			`${oneLineOf(firstClause.exec(first)?.[0] ?? first, longest)}${others.length === 0 ? '' : ` (and ${others.length} more)`}`,
		]),
	);
}
