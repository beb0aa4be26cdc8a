import type { EntrySignature } from './provenance.ts';

/** Entries of a store as far as signatures speak of them. */
export interface PresentEntries {
	/** Digests that signatures are of, and entries have. */
	readonly digests: ReadonlySet<string>;
	/** Digests of entries by id. */
	readonly byId: ReadonlyMap<string, string>;
}

/**
 * Signatures of entries that are no longer in the store. One whose id is still there, with something that nobody has signed, was altered and is not gone; where
 * something else that was signed has the id, ids have moved on.
 */
export function goneSignatures(signatures: readonly EntrySignature[], { digests, byId }: PresentEntries): EntrySignature[] {
	const signed = new Set(signatures.map(({ digest }) => digest));
	return signatures.filter(({ id, digest }) => {
		if (digests.has(digest)) return false;
		const now = byId.get(id);
		return now === undefined || signed.has(now);
	});
}
