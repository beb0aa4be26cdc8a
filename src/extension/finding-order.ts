/** Where a finding begins, or where the cursor is. */
export interface FindingPlace {
	readonly uri: string;
	readonly line: number;
	readonly character: number;
}

/**
 * Returns the finding after a place, or before it: in its document, then in the documents by their names, and from the last one to the first again.
 * `undefined`: there are none. `from` is undefined if no trace is open.
 */
export function findingBeside<T extends FindingPlace>(
	findings: readonly T[],
	from: FindingPlace | undefined,
	direction: 'next' | 'previous',
): T | undefined {
	const ordered = findings.toSorted(compare);
	if (direction === 'next') return ordered.find((one) => from === undefined || compare(one, from) > 0) ?? ordered[0];
	return ordered.findLast((one) => from === undefined || compare(one, from) < 0) ?? ordered.at(-1);
}

function compare(a: FindingPlace, b: FindingPlace): number {
	if (a.uri !== b.uri) return a.uri < b.uri ? -1 : 1;
	return a.line - b.line || a.character - b.character;
}
