/**
 * Kinds of parts of an answer that claim nothing: what a reasoning model thought, a heading, the head of a table, a block of code, a formula, the name
 * of a source, a sentence that says that the answer is not known, and small talk. `sentenceParts` tells them apart.
 */
export const noClaimKinds = ['thought', 'heading', 'table-head', 'code', 'math', 'citation', 'refusal', 'small-talk'] as const;
export type NoClaim = (typeof noClaimKinds)[number];

/** Returns whether a reason says that a sentence claims nothing. */
export function isNoClaim(reason: string): reason is NoClaim {
	return noClaimKinds.some((kind) => kind === reason);
}
