/** What one detector says of an entry. */
export interface Verdict<Name extends string> {
	readonly detector: Name;
	/** `null`: it has no threshold, or cannot judge. */
	readonly isFlagged: boolean | null;
}

/** An entry is flagged when any detector flags it; `by`: which. The paper's weighted sum is not the composite that it reports. */
export function disjunction<Name extends string>(
	verdicts: readonly Verdict<Name>[],
): { readonly isFlagged: boolean; readonly by: readonly Name[] } {
	const by = verdicts.filter(({ isFlagged }) => isFlagged === true).map(({ detector }) => detector);
	return { isFlagged: by.length > 0, by };
}
