import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { readJson } from './json-document.ts';

const hex64 = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const when = z.iso.datetime({ offset: true });

/** `rag-assay/memory-keys@1`: keys that sign entries, the newest last; owner-only, outside of any workspace. */
const keysSchema = z.strictObject({
	schema: z.literal('rag-assay/memory-keys@1'),
	keys: z.array(z.strictObject({ id: z.string().min(1), created: when, /** Base64. */ secret: z.base64().min(44) })),
});
export type StoredKeys = z.infer<typeof keysSchema>;

/** `rag-assay/memory-signatures@1`: signatures of one store's entries, which know nothing of them. */
const signaturesSchema = z.strictObject({
	schema: z.literal('rag-assay/memory-signatures@1'),
	store: z.string(),
	signatures: z.array(
		z.strictObject({
			id: z.string(),
			digest: hex64,
			madeFrom: z.array(hex64),
			key: z.string(),
			who: z.string(),
			when,
			signature: hex64,
		}),
	),
	/** Digests of entries that were gone when somebody signed the whole store anew: nobody is told of them any more. */
	gone: z.array(hex64).optional(),
});
export type StoredSignatures = z.infer<typeof signaturesSchema>;

const hint = 'It is in your data directory. Restore it from a backup, or move it away and sign again.';

/** @throws {UserError} RA677 when the text holds no keys. */
export function readKeys(text: string, file: string): StoredKeys {
	return readJson(text, file, keysSchema, { noun: 'file of keys', code: errorNumbers.malformedSignatures, hint });
}

/** @throws {UserError} RA677 when the text holds no signatures. */
export function readSignatures(text: string, file: string): StoredSignatures {
	return readJson(text, file, signaturesSchema, { noun: 'file of signatures', code: errorNumbers.malformedSignatures, hint });
}

export function formatKeys(keys: StoredKeys): string {
	return `${JSON.stringify(keysSchema.parse(keys), undefined, '\t')}\n`;
}

/** A signature a line. */
export function formatSignatures(stored: StoredSignatures): string {
	const { schema, store, gone = [], signatures } = signaturesSchema.parse(stored);
	const lines = signatures.map((one) => `\t\t${JSON.stringify(one)}`);
	return `{\n\t"schema": ${JSON.stringify(schema)},\n\t"store": ${JSON.stringify(store)},${gone.length === 0 ? '' : `\n\t"gone": ${JSON.stringify(gone)},`}\n\t"signatures": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n\t`}]\n}\n`;
}
