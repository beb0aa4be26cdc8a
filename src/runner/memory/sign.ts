import { hasMoreThanWords, lineageFindings } from '../../analysis/memory/lineage-findings.ts';
import { measured } from '../../analysis/memory/measured-entry.ts';
import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import { isOfInstructions, type MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { goneSignatures, earlierSources, entryDigest, signEntry, signatureIndex, type KeyRing } from '../../methods/memsad/provenance.ts';
import { leftOutWords, type SignedCounts } from '../../wording/memory-phrases.ts';
import { shownStore } from '../../wording/store-names.ts';
import { signedIn } from './scan-rules.ts';
import { ringOf, withNewKey, type SignatureStore } from './signature-store.ts';

/** Why an entry that nobody has named is not signed: its signature does not fit it, it was made from a flagged one, or its words speak against it. */
type LeftOut = 'altered' | 'lineage' | 'wording';

/** What signatures say of an entry so far: `new`, nobody has signed it; `unchanged`, the one of it holds; `altered`, that of its id or of it does not. */
type SignedBefore = 'new' | 'unchanged' | 'altered';

interface SigningChoice {
	readonly before: SignedBefore;
	/** `null`: nothing speaks against it. */
	readonly leaveOut: LeftOut | null;
}

/**
 * What speaks against signing each entry of a store, in its order. Marks as benign do not count here: they lie where whoever writes to the workspace writes.
 * @param taken entries in quarantine, which count as flagged
 */
async function signingChoices(
	entries: readonly MemoryEntry[],
	signatures: { readonly of: StoredSignatures; readonly ring: KeyRing } | null,
	taken: readonly { readonly id: string; readonly text: string }[],
): Promise<SigningChoice[]> {
	const all = entries.map((entry) => measured(entry, null));
	const stream = async function* () {
		yield* all;
	};
	const { provenance, sources } = await signedIn(stream(), signatures);
	const own = all.map((entry): SigningChoice & { readonly hasMore: boolean } => {
		const state = provenance(entry);
		// Of a key that is lost nobody can say whether its signature holds.
		const before = state === 'signed' ? 'unchanged' : state === 'altered' || state === 'unknown-key' ? 'altered' : 'new';
		const words = wordingFindings(entry);
		const isBad = words.some(({ severity }) => severity !== 'info');
		return {
			before,
			leaveOut: before === 'altered' ? 'altered' : isBad ? 'wording' : null,
			hasMore: before === 'altered' || hasMoreThanWords(words),
		};
	});
	const { findings } = lineageFindings(
		all.map((entry, i) => {
			const { id, text } = entry;
			const { before, leaveOut, hasMore } = own[i]!;
			const madeFrom = [...new Set([...entry.madeFrom, ...sources(entry)])];
			return {
				id,
				text,
				isCompared: !isOfInstructions(entry),
				isFlaggedByMore: hasMore,
				madeFrom,
				flagged: leaveOut !== null,
				isVouched: before === 'unchanged',
			};
		}),
		taken,
	);
	return own.map((choice, i) => (choice.leaveOut === null && findings.has(all[i]!.id) ? { ...choice, leaveOut: 'lineage' } : choice));
}

export interface SignWish {
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	readonly write: boolean;
	/** Whether a new key is made first. */
	readonly rotate: boolean;
	/** Ids of entries, or hashes of their texts, that somebody has named: they are signed whatever speaks against them. `null`: the whole store. */
	readonly ids: ReadonlySet<string> | null;
	/** What lies in quarantine of the store. */
	readonly taken: readonly { readonly id: string; readonly text: string }[];
	readonly signal: AbortSignal;
}

export interface Signed extends SignedCounts {
	/** Id of the key; empty where one would have to be made first. */
	readonly key: string;
	readonly file: string;
	readonly says: string[];
}

/**
 * Signs entries of a store, with a new key also those that were signed before. Of those that nobody has named some are left out, because a signature would say
 * that they are as somebody meant them: altered ones, those made from flagged ones, and those whose words speak against them.
 * @param entries all of the store
 * @throws {UserError} RA506, RA675 or RA677
 */
export async function signEntries(store: SignatureStore, target: string, entries: readonly MemoryEntry[], wish: SignWish): Promise<Signed> {
	const { who, when, write, rotate, ids, signal } = wish;
	const named = ids === null ? ['To sign one anyway, name it with --entry.'] : [];
	const remarksOn = (plan: SignedCounts): string[] => {
		const { altered, lineage, wording } = plan.left;
		return [...leftOutWords(plan), ...(altered + lineage + wording === 0 ? [] : named)];
	};
	if (!write) {
		const plan = await planned(store, target, entries, wish);
		const key = rotate ? undefined : (await store.keys()).keys.at(-1);
		const file = await store.signaturesFile(target);
		return {
			...plan.counts,
			key: key?.id ?? '',
			file,
			says: [...remarksOn(plan.counts), 'Nothing has changed yet. To make the change, add --write.'],
		};
	}
	return store.alone(signal, async () => {
		const { counts, some, before, digests, isHere } = await planned(store, target, entries, wish);
		let keys = await store.keys();
		if (rotate || keys.keys.length === 0) {
			keys = withNewKey(keys, when);
			await store.saveKeys(keys);
		}
		const ring = ringOf(keys);
		const earlier = signatureIndex(before?.signatures ?? []);
		const fresh = some.map((entry) => {
			const signedSources = entry.madeFrom.flatMap((id) => digests.get(id) ?? []);
			// What was signed before stays known when the store no longer says it.
			return signEntry(entry, {
				ring,
				who,
				when,
				madeFrom: [...new Set([...signedSources, ...earlierSources(entry, earlier, ring, isHere)])],
			});
		});
		const signedIds = new Set(fresh.map(({ id }) => id));
		const signedDigests = new Set(fresh.map(({ digest }) => digest));
		const kept = (before?.signatures ?? []).filter(({ id, digest }) =>
			// An id may have moved on from what is still here under another one, and is left out.
			isHere(digest) ? !signedDigests.has(digest) : !signedIds.has(id),
		);
		const signatures: StoredSignatures = {
			schema: 'rag-assay/memory-signatures@1',
			store: shownStore(target),
			signatures: [...kept, ...fresh.map((one) => ({ ...one, madeFrom: [...one.madeFrom] }))],
		};
		// Whoever signs all that there is has seen what is not there.
		const gone = ids === null ? goneSignatures(signatures.signatures, presentIn(entries)).map(({ digest }) => digest) : before?.gone;
		const file = await store.saveSignatures(target, gone === undefined ? signatures : { ...signatures, gone });
		return { ...counts, key: ring.keys.at(-1)!.id, file, says: remarksOn(counts) };
	});
}

interface SigningPlan {
	readonly counts: SignedCounts;
	/** What is signed. */
	readonly some: readonly MemoryEntry[];
	readonly before: StoredSignatures | null;
	/** By id. */
	readonly digests: ReadonlyMap<string, string>;
	/** Whether the store has an entry of a digest. */
	readonly isHere: (digest: string) => boolean;
}

/** @throws {UserError} RA506 or RA677 */
async function planned(
	store: SignatureStore,
	target: string,
	entries: readonly MemoryEntry[],
	{ ids, taken }: SignWish,
): Promise<SigningPlan> {
	const before = await store.signatures(target);
	const choices = await signingChoices(entries, before === null ? null : { of: before, ring: ringOf(await store.keys()) }, taken);
	const judged = entries.map((entry, i) => ({ entry, ...choices[i]! }));
	const asked = ids === null ? judged : judged.filter(({ entry: { id, content } }) => ids.has(id) || ids.has(content));
	const some = ids === null ? asked.filter(({ leaveOut }) => leaveOut === null) : asked;
	const present = presentIn(entries);
	const known = new Set(before?.gone);
	const left = ids === null ? asked : [];
	return {
		counts: {
			signed: some.length,
			new: countOf(some, 'new'),
			unchanged: countOf(some, 'unchanged'),
			renewed: countOf(some, 'altered'),
			left: { altered: leftOf(left, 'altered'), lineage: leftOf(left, 'lineage'), wording: leftOf(left, 'wording') },
			gone: ids === null ? goneSignatures(before?.signatures ?? [], present).filter(({ digest }) => !known.has(digest)).length : 0,
		},
		some: some.map(({ entry }) => entry),
		before,
		digests: present.byId,
		isHere: (digest) => present.digests.has(digest),
	};
}

function presentIn(entries: readonly MemoryEntry[]) {
	const byId = new Map(entries.map((entry) => [entry.id, entryDigest(entry)]));
	return { byId, digests: new Set(entries.map(entryDigest)) };
}

function countOf(choices: readonly SigningChoice[], what: SignedBefore): number {
	return choices.filter(({ before }) => before === what).length;
}

function leftOf(choices: readonly SigningChoice[], why: LeftOut): number {
	return choices.filter(({ leaveOut }) => leaveOut === why).length;
}
