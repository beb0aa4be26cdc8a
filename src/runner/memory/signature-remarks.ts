import type { MeasuredEntry } from '../../analysis/memory/measured-entry.ts';
import { UserError } from '../../errors.ts';
import type { MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import { goneSignatures, entryDigest, signatureState } from '../../methods/memsad/provenance.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import { plural } from '../../wording/phrases.ts';
import { shownStore } from '../../wording/store-names.ts';
import { ringOf, type SignatureStore } from './signature-store.ts';

type Remarks = MemoryScanSummary['remarks'];

/**
 * What signatures say of a store as a whole: which signed entries are gone, or, of a store without any, where its entries are signed.
 * @param taken entries in quarantine, which are gone because somebody wants that
 * @throws {UserError} RA506 or RA677
 */
export async function signatureRemarks(
	entries: AsyncIterable<MeasuredEntry>,
	{
		target,
		store,
		taken,
		advice,
	}: {
		readonly target: string;
		readonly store: SignatureStore;
		readonly taken: readonly { readonly id: string }[];
		readonly advice: ScanAdvice;
	},
): Promise<Remarks> {
	const own = await store.signatures(target);
	return own === null
		? elsewhereRemarks(entries, target, store, advice)
		: goneRemarks(entries, target, own, new Set(taken.map(({ id }) => id)), advice);
}

async function goneRemarks(
	entries: AsyncIterable<MeasuredEntry>,
	target: string,
	{ signatures, gone: known = [] }: StoredSignatures,
	taken: ReadonlySet<string>,
	advice: ScanAdvice,
): Promise<Remarks> {
	// Of a large store only what signatures speak of is held.
	const [spokenOf, ids] = [new Set(signatures.map(({ digest }) => digest)), new Set(signatures.map(({ id }) => id))];
	const digests = new Set<string>();
	const byId = new Map<string, string>();
	for await (const entry of entries) {
		const digest = entryDigest(entry);
		if (spokenOf.has(digest)) digests.add(digest);
		if (ids.has(entry.id)) byId.set(entry.id, digest);
	}
	const gone = goneSignatures(signatures, { digests, byId }).filter(({ id, digest }) => !taken.has(id) && !known.includes(digest));
	if (gone.length === 0) return [];
	const some = gone
		.slice(0, 3)
		.map(({ id }) => `'${id}'`)
		.join(', ');
	return [
		{
			message: `${plural(gone.length, 'signed entry is', 'signed entries are')} no longer in ${shownStore(target)}: ${some}${gone.length > 3 ? ', \u2026' : ''}.`,
			hint: `If that is correct, sign the store again: ${advice.sign(shownStore(target))}`,
		},
	];
}

/** Signatures are kept by the place of a store: a copy, or a file that was moved, has none. */
async function elsewhereRemarks(
	entries: AsyncIterable<MeasuredEntry>,
	target: string,
	store: SignatureStore,
	advice: ScanAdvice,
): Promise<Remarks> {
	const remarks: { message: string; hint: string }[] = [];
	const others: { readonly name: string; readonly digests: ReadonlySet<string>; found: number }[] = [];
	const ring = ringOf(await store.keys());
	for (const file of await store.otherFiles(target))
		try {
			// oxlint-disable-next-line no-await-in-loop -- one is held at a time
			const { store: name, signatures } = await store.read(file);
			const holding = signatures.filter((signature) => signatureState(signature, ring) === 'signed');
			others.push({ name, digests: new Set(holding.map(({ digest }) => digest)), found: 0 });
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			// What belongs to another store does not stop the scan of this one.
			remarks.push({ message: `Signatures in ${file} cannot be read: ${error.message}`, hint: error.hint ?? '' });
		}
	if (others.length === 0) return remarks;
	let all = 0;
	for await (const entry of entries) {
		all++;
		const digest = entryDigest(entry);
		for (const other of others) if (other.digests.has(digest)) other.found++;
	}
	const [max] = others.toSorted((a, b) => b.found - a.found);
	if (max === undefined || max.found === 0) return remarks;
	return [
		...remarks,
		{
			message: `Nobody has signed ${shownStore(target)}, but ${max.found.toLocaleString('en')} of its ${plural(all, 'entry is', 'entries are')} signed in ${shownStore(max.name)}: Signatures belong to a path, so a copy has none.`,
			hint: `If it is correct, sign it here, too: ${advice.sign(shownStore(target))}`,
		},
	];
}
