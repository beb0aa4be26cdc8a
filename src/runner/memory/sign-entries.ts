import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import { measured } from '../../analysis/memory/measured-entry.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import { entryDigest, signEntry } from '../../methods/memsad/provenance.ts';
import { goneSignatures } from '../../methods/memsad/gone-signatures.ts';
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
	readonly signal: AbortSignal;
}

export interface Signed {
	readonly signed: number;
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
	{ who, when, write, rotate, isNamed, signal }: SignWish,
): Promise<Signed> {
	const some = isNamed
		? entries
		: entries.filter((entry) => wordingFindings(measured(entry, null)).every(({ severity }) => severity === 'info'));
	const left = entries.length - some.length;
	const says =
		left === 0
			? []
			: [
					`${plural(left, 'entry was', 'entries were')} left out, because of what stands in ${left === 1 ? 'it' : 'them'}: name with --entry what is to be signed all the same.`,
				];
	if (!write) {
		const key = rotate ? undefined : (await store.keys()).keys.at(-1);
		return {
			signed: some.length,
			key: key?.id ?? '',
			file: await store.signaturesFile(target),
			says: [...says, 'Nothing was changed: --write does it.'],
		};
	}
	return store.alone(signal, async () => {
		let keys = await store.keys();
		if (rotate || keys.keys.length === 0) {
			keys = withNewKey(keys, when);
			await store.saveKeys(keys);
		}
		const ring = ringOf(keys);
		const digests = new Map(entries.map((entry) => [entry.id, entryDigest(entry)]));
		const fresh = some.map((entry) =>
			signEntry(entry, { ring, who, when, madeFrom: entry.madeFrom.flatMap((id) => digests.get(id) ?? []) }),
		);
		const ids = new Set(fresh.map(({ id }) => id));
		const before = await store.signatures(target);
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
		return { signed: some.length, key: ring.keys.at(-1)!.id, file, says };
	});
}
