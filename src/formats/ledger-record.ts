import * as z from 'zod';
import { renewal } from './budget-renewal.ts';

/** What a ledger's first record says that it is. */
export const ledgerSchemaName = 'rag-assay/ledger@1';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime();
const count = z.number().int().nonnegative();

/** ε in millionths and δ in 10⁻¹⁵, so that sums are sums of whole numbers. */
const amount = { microEpsilon: count, femtoDelta: count };
const signed = { who: z.string().min(1), when: time };
/**
 * Which record it is, from 0 (its line's number less 1); the hash of the one before it, zeros of the first; its own: SHA-256 of its line as it is without this last member.
 */
const place = { entry: count, before: sha256, hash: sha256 };

/**
 * One record of a ledger, a line each, in the order of its members: `kind` and the amounts come first, so that they can be read of a record of which only the
 * beginning was written. Nothing in it is private but who asked and when.
 */
export const ledgerRecord = z.discriminatedUnion('kind', [
	/** Once, first. */
	z.strictObject({
		kind: z.literal('begin'),
		schema: z.literal(ledgerSchemaName),
		/** The ledger's own, random: by it the ledger is known outside of its folder. */
		id: z.uuid(),
		/** A damaged or lost ledger in whose place this one stands: what was known of it. `repaired`: this ledger keeps what could be read of it. */
		replaces: z
			.strictObject({ id: z.uuid().nullable(), entries: count, fileSha256: sha256.nullable(), repaired: z.literal(true).optional() })
			.nullable(),
		...signed,
		...place,
	}),
	z.strictObject({
		kind: z.literal('budget'),
		...amount,
		renewal,
		owner: z.string().min(1),
		/** From when on it is in force. */
		from: time,
		/** Whether the owner wanted it at once, whatever it raises; records that could not be read no longer count then. */
		now: z.boolean(),
		...signed,
		...place,
	}),
	z.strictObject({
		kind: z.literal('spend'),
		...amount,
		release: z.string().min(1),
		decoder: z.string().min(1),
		/** How many: public. */
		documents: count,
		querySha256: sha256,
		settingsSha256: sha256,
		/** Its hash in a damaged ledger that was repaired: a release names its entry by it. */
		was: sha256.optional(),
		...signed,
		...place,
	}),
	/** What became of a `spend`, by its entry: SHA-256 of the text that was shown, or nothing was. */
	z.strictObject({ kind: z.literal('release'), spend: count, textSha256: z.union([sha256, z.literal('cancelled')]), when: time, ...place }),
	/** The bytes before it in its line are of a record that was cut off. What they count for; `null`: that cannot be told, so the whole rest of the period. */
	z.strictObject({
		kind: z.literal('torn'),
		counts: z.strictObject(amount).nullable(),
		bytes: count,
		bytesSha256: sha256,
		when: time,
		...place,
	}),
	/** What a repair could not keep as it was. What it counts for; `null`: that cannot be told, so the whole rest of the period. */
	z.strictObject({ kind: z.literal('lost'), counts: z.strictObject(amount).nullable(), when: time, ...place }),
]);
export type LedgerRecord = z.infer<typeof ledgerRecord>;

/** A record of one kind. */
export type RecordOf<Kind extends LedgerRecord['kind']> = Extract<LedgerRecord, { readonly kind: Kind }>;

/** A record before it has its place. */
export type DraftOf<Kind extends LedgerRecord['kind']> = Kind extends LedgerRecord['kind']
	? Omit<RecordOf<Kind>, keyof typeof place>
	: never;
export type RecordDraft = DraftOf<LedgerRecord['kind']>;
