import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../text/canonical-json.ts';

/** What of an entry is signed: all that an agent is told by it, and nothing that only says where it stands. */
export interface SignedContent {
	readonly kind: string;
	readonly text: string;
	readonly about: string | null;
	readonly scope: string | null;
	readonly when: string | null;
	readonly author: string | null;
	readonly relation: { readonly from: string; readonly to: string; readonly type: string } | null;
	readonly metadata: Readonly<Record<string, unknown>>;
	/** SHA-256 of the canonical form of the whole entry, if only a part of the entry is held. */
	readonly digest?: string | undefined;
}

/** A key as it lies outside of the workspace. */
export interface SigningKey {
	/** `keyId(secret)`. */
	readonly id: string;
	/** At least 32 bytes. */
	readonly secret: Uint8Array;
}

/** Keys by age: the last signs, all verify. */
export interface KeyRing {
	readonly keys: readonly SigningKey[];
}

/** A signature, as it is kept outside of the records. */
export interface EntrySignature {
	/** Id of the entry when it was signed. */
	readonly id: string;
	/** SHA-256 of its canonical form. */
	readonly digest: string;
	/** Digests of the entries that it was made from. */
	readonly madeFrom: readonly string[];
	/** Id of the key. */
	readonly key: string;
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	/** HMAC-SHA-256 of all of this, hex. */
	readonly signature: string;
}

/** What a signature says of an entry. */
export type ProvenanceState = 'signed' | 'unsigned' | 'altered' | 'unknown-key';

const minSecret = 32;
/** Keeps what is signed here from being taken for anything else that the same key may sign. */
const purpose = 'rag-assay/memory-signature@1';

/** The one form that is signed: RFC 8785, line ends as `\n`. @throws TypeError for metadata that JSON has no form for */
export function canonicalEntry(entry: SignedContent): string {
	const { kind, text, about, scope, when, author, relation, metadata } = entry;
	const members = relation === null ? null : { from: relation.from, to: relation.to, type: relation.type };
	return canonicalJson({ kind, text: text.replaceAll(/\r\n?/gu, '\n'), about, scope, when, author, relation: members, metadata });
}

/** SHA-256 of the canonical form, hex. */
export function entryDigest(entry: SignedContent): string {
	return entry.digest ?? createHash('sha256').update(canonicalEntry(entry), 'utf8').digest('hex');
}

/** What a key is known by, without giving it away: the first 16 hex digits of an HMAC with it. @throws RangeError for a secret below 32 bytes */
export function keyId(secret: Uint8Array): string {
	if (secret.length < minSecret) throw new RangeError(`a key of ${secret.length} bytes; at least ${minSecret} are needed`);
	return createHmac('sha256', secret).update('rag-assay/key-id@1', 'utf8').digest('hex').slice(0, 16);
}

export function signingKey(secret: Uint8Array): SigningKey {
	return { id: keyId(secret), secret };
}

/**
 * Signs with the ring's newest key.
 * @param madeFrom digests of what it was made from: lineage that cannot be changed without the key
 * @throws RangeError for a ring without a key
 */
export function signEntry(
	entry: SignedContent & { readonly id: string },
	{
		ring,
		who,
		when,
		madeFrom = [],
	}: { readonly ring: KeyRing; readonly who: string; readonly when: string; readonly madeFrom?: readonly string[] },
): EntrySignature {
	const key = ring.keys.at(-1);
	if (key === undefined) throw new RangeError('no key to sign with');
	const signed = { id: entry.id, digest: entryDigest(entry), madeFrom: [...madeFrom], key: key.id, who, when };
	return { ...signed, signature: hmac(key.secret, signed) };
}

/** Signatures, found by what they are of. */
export interface SignatureIndex {
	readonly byDigest: ReadonlyMap<string, readonly EntrySignature[]>;
	readonly byId: ReadonlyMap<string, readonly EntrySignature[]>;
}

export function signatureIndex(signatures: readonly EntrySignature[]): SignatureIndex {
	return { byDigest: grouped(signatures, ({ digest }) => digest), byId: grouped(signatures, ({ id }) => id) };
}

/**
 * `signed`: the entry is as it was when a key of the ring signed it, wherever it stands now. `unknown-key`: a signature is of it, of a key that the ring
 * lacks, so that nobody can say whether it holds. `altered`: what was signed under its id was something else, or a signature of it does not hold. A copy of a
 * signed entry is signed, too, and so is an earlier version that was signed; that one is missing is not seen here.
 * @param elsewhere whether the entry of a digest stands in the store under another id: then an id has only moved on (ids by line number do), and what stands there
 * now is unsigned rather than altered
 */
export function provenanceOf(
	entry: SignedContent & { readonly id: string },
	index: SignatureIndex,
	ring: KeyRing,
	elsewhere: (digest: string) => boolean = () => false,
): ProvenanceState {
	const own = index.byDigest.get(entryDigest(entry)) ?? [];
	const states = own.map((signature) => signatureState(signature, ring));
	if (states.includes('signed')) return 'signed';
	if (states.includes('altered')) return 'altered';
	if (states.includes('unknown-key')) return 'unknown-key';
	return (index.byId.get(entry.id) ?? []).some(({ digest }) => !elsewhere(digest)) ? 'altered' : 'unsigned';
}

/** Digests of what an entry was made from, by the signatures of it that hold: who writes to a store cannot leave that out. */
export function signedSources(entry: SignedContent, { byDigest }: SignatureIndex, ring: KeyRing): string[] {
	const holding = (byDigest.get(entryDigest(entry)) ?? []).filter((signature) => signatureState(signature, ring) === 'signed');
	return [...new Set(holding.flatMap(({ madeFrom }) => madeFrom))];
}

/**
 * Digests of what an entry was made from, by signatures that hold: those of it, and those of what stood under its id before it was altered.
 * @param isHere whether the entry of a digest stands in the store: then it has only left its id, and what is there now has its lineage from itself
 */
export function earlierSources(
	entry: SignedContent & { readonly id: string },
	index: SignatureIndex,
	ring: KeyRing,
	isHere: (digest: string) => boolean,
): string[] {
	const replaced = (index.byId.get(entry.id) ?? []).filter(
		(signature) => !isHere(signature.digest) && signatureState(signature, ring) === 'signed',
	);
	return [...new Set([...signedSources(entry, index, ring), ...replaced.flatMap(({ madeFrom }) => madeFrom)])];
}

/** Whether a signature is what its key made, whatever has become of the entry. */
export function signatureState(signature: EntrySignature, ring: KeyRing): 'signed' | 'altered' | 'unknown-key' {
	const key = ring.keys.find(({ id }) => id === signature.key);
	if (key === undefined) return 'unknown-key';
	const { id, digest, madeFrom, key: by, who, when } = signature;
	const expected = Buffer.from(hmac(key.secret, { id, digest, madeFrom, key: by, who, when }), 'hex');
	const found = Buffer.from(signature.signature, 'hex');
	return expected.length === found.length && timingSafeEqual(expected, found) ? 'signed' : 'altered';
}

function hmac(secret: Uint8Array, signed: Omit<EntrySignature, 'signature'>): string {
	return createHmac('sha256', secret)
		.update(`${purpose}\n${canonicalJson(signed)}`, 'utf8')
		.digest('hex');
}

function grouped(signatures: readonly EntrySignature[], of: (signature: EntrySignature) => string): Map<string, EntrySignature[]> {
	const groups = new Map<string, EntrySignature[]>();
	for (const signature of signatures) {
		const group = groups.get(of(signature));
		if (group === undefined) groups.set(of(signature), [signature]);
		else group.push(signature);
	}
	return groups;
}

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
