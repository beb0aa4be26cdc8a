import { lineageFindings } from '../../analysis/memory/lineage-findings.ts';
import { measured } from '../../analysis/memory/measured-entry.ts';
import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import type { KeyRing } from '../../methods/memsad/provenance.ts';
import { signedIn } from './store-rules.ts';

/** Why an entry that nobody has named is not signed: its signature does not fit it, it was made from a flagged one, or its words speak against it. */
export type LeftOut = 'altered' | 'lineage' | 'wording';

/** What signatures say of an entry so far: `new`, nobody has signed it; `unchanged`, the one of it holds; `altered`, that of its id or of it does not. */
export type SignedBefore = 'new' | 'unchanged' | 'altered';

export interface SigningChoice {
	readonly before: SignedBefore;
	/** `null`: nothing speaks against it. */
	readonly leaveOut: LeftOut | null;
}

/**
 * What speaks against signing each entry of a store, in its order. Marks as benign do not count here: they lie where whoever writes to the workspace writes.
 * @param taken entries in quarantine, which count as flagged
 */
export async function signingChoices(
	entries: readonly MemoryEntry[],
	signatures: { readonly of: StoredSignatures; readonly ring: KeyRing } | null,
	taken: readonly { readonly id: string; readonly text: string }[],
): Promise<SigningChoice[]> {
	const all = entries.map((entry) => measured(entry, null));
	const stream = async function* () {
		yield* all;
	};
	const { provenance, sources } = await signedIn(stream(), signatures);
	const own = all.map((entry): SigningChoice => {
		const state = provenance(entry);
		// Of a key that is lost nobody can say whether its signature holds.
		const before = state === 'signed' ? 'unchanged' : state === 'altered' || state === 'unknown-key' ? 'altered' : 'new';
		const isBad = wordingFindings(entry).some(({ severity }) => severity !== 'info');
		return { before, leaveOut: before === 'altered' ? 'altered' : isBad ? 'wording' : null };
	});
	const { findings } = lineageFindings(
		all.map((entry, i) => {
			const { id, text } = entry;
			const { before, leaveOut } = own[i]!;
			const madeFrom = [...new Set([...entry.madeFrom, ...sources(entry)])];
			return { id, text, madeFrom, flagged: leaveOut !== null, isVouched: before === 'unchanged' };
		}),
		taken,
	);
	return own.map((choice, i) => (choice.leaveOut === null && findings.has(all[i]!.id) ? { ...choice, leaveOut: 'lineage' } : choice));
}
