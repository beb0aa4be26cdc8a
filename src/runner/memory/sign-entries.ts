import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import { measured } from '../../analysis/memory/measured-entry.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import { goneSignatures } from '../../methods/memsad/gone-signatures.ts';
import { entryDigest, signatureIndex, signedSources, signEntry } from '../../methods/memsad/provenance.ts';
import { plural } from '../../wording/plural.ts';
import { ringOf, withNewKey, type SignatureStore } from './signature-store.ts';

export interface SignWish {
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	readonly write: boolean;
	/** Whether a new key is made first. */
	readonly rotate: boolean;
	/** Whether somebody has named each entry: then it is signed whatever it says. */
	readonly isNamed: boolean;
	/** Entries of the store that some of these were made from. */
	readonly sources: readonly MemoryEntry[];
	readonly signal: AbortSignal;
}

export interface Signed {
	readonly signed: number;
	/** Not named by anybody, and left out because of what they say. */
	readonly left: number;
	/** Id of the key; empty where one would have to be made first. */
	readonly key: string;
	readonly file: string;
	readonly says: string[];
}

/**
 * Signs entries of a store. Of those that nobody has named, one whose words speak against it is left out: a signature would say that it is as somebody meant it.
 * @throws {UserError} RA506, RA675 or RA677
 */
export async function signEntries(
	store: SignatureStore,
	target: string,
	entries: readonly MemoryEntry[],
	{ who, when, write, rotate, isNamed, sources, signal }: SignWish,
): Promise<Signed> {
	const some = isNamed
		? entries
		: entries.filter((entry) => wordingFindings(measured(entry, null)).every(({ severity }) => severity === 'info'));
	const left = entries.length - some.length;
	const says =
		left === 0
			? []
			: [
					`Left out ${plural(left, 'entry', 'entries')} for what ${left === 1 ? 'it says' : 'they say'}. To sign ${left === 1 ? 'it' : 'one'} all the same, name it with --entry.`,
				];
	if (!write) {
		const key = rotate ? undefined : (await store.keys()).keys.at(-1);
		return {
			signed: some.length,
			left,
			key: key?.id ?? '',
			file: await store.signaturesFile(target),
			says: [...says, 'Nothing has changed yet: add --write.'],
		};
	}
	return store.alone(signal, async () => {
		let keys = await store.keys();
		if (rotate || keys.keys.length === 0) {
			keys = withNewKey(keys, when);
			await store.saveKeys(keys);
		}
		const ring = ringOf(keys);
		const before = await store.signatures(target);
		const earlier = signatureIndex(before?.signatures ?? []);
		const digests = new Map([...sources, ...entries].map((entry) => [entry.id, entryDigest(entry)]));
		const fresh = some.map((entry) => {
			const told = entry.madeFrom.flatMap((id) => digests.get(id) ?? []);
			// What was signed before stays known when the store no longer says it.
			return signEntry(entry, { ring, who, when, madeFrom: [...new Set([...told, ...signedSources(entry, earlier, ring)])] });
		});
		const ids = new Set(fresh.map(({ id }) => id));
		const signatures: StoredSignatures = {
			schema: 'rag-assay/memory-signatures@1',
			store: target,
			signatures: [
				...(before?.signatures ?? []).filter(({ id }) => !ids.has(id)),
				...fresh.map((one) => ({ ...one, madeFrom: [...one.madeFrom] })),
			],
		};
		// Whoever signs all that there is has seen what is not there.
		const present = { digests: new Set(entries.map(entryDigest)), byId: new Map(entries.map((entry) => [entry.id, entryDigest(entry)])) };
		const gone = isNamed ? before?.gone : goneSignatures(signatures.signatures, present).map(({ digest }) => digest);
		const file = await store.saveSignatures(target, gone === undefined ? signatures : { ...signatures, gone });
		return { signed: some.length, left, key: ring.keys.at(-1)!.id, file, says };
	});
}
