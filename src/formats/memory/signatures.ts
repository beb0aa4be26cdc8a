import { z } from 'zod';

/** What a file of signatures says that it is. */
export const signaturesSchemaName = 'rag-assay/signatures@1';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A signature of an entry, kept outside of its record: what stands inside can be forged (`src/methods/memsad/provenance.ts` makes and checks it). */
export const entrySignature = z.strictObject({
	/** Id of the entry when it was signed. */
	id: z.string(),
	/** SHA-256 of the entry's canonical form: what it says and its metadata (RFC 8785). */
	digest: sha256,
	/** Digests of the entries that it was made from. */
	madeFrom: z.array(sha256),
	/** Id of the key that signed; keys lie outside of the workspace. */
	key: z.string().regex(/^[0-9a-f]{16}$/),
	who: z.string().min(1),
	/** ISO 8601. */
	when: z.iso.datetime({ offset: true }),
	/** HMAC-SHA-256, hex. */
	signature: sha256,
});

/** Signatures of a store, a file beside it or beside the workspace's settings. */
export const signaturesFile = z.strictObject({
	schema: z.literal(signaturesSchemaName),
	/** Whose entries they are, as the store is named. */
	store: z.string(),
	/** In the order of their making; of two for one digest the later is the newer. */
	signatures: z.array(entrySignature),
});
export type SignaturesFile = z.infer<typeof signaturesFile>;
