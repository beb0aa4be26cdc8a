import { createHash } from 'node:crypto';
import { ledgerRecord, type LedgerRecord, type RecordDraft } from '../../formats/ledger-record.ts';
import { parsedJson } from '../../files/read-file.ts';

/** `before` of a ledger's first record. */
export const noHash = '0'.repeat(64);

/** Its end: `,"hash":"…"}`. */
const ending = /^,"hash":"([0-9a-f]{64})"\}$/;
const endingLength = 75;

export function sha256Of(bytes: Uint8Array | string): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** A record in its place, and its line with the line feed. */
export function lineOf(draft: RecordDraft, entry: number, before: string): { readonly record: LedgerRecord; readonly line: string } {
	const unhashed = { ...draft, entry, before };
	const record = { ...unhashed, hash: sha256Of(JSON.stringify(unhashed)) };
	return { record, line: `${JSON.stringify(record)}\n` };
}

/** The record of a line without its line feed; a clause that says what is wrong with it. */
export function readLine(line: Buffer): LedgerRecord | string {
	const hash = ending.exec(line.subarray(-endingLength).toString('latin1'))?.[1];
	if (hash === undefined) return 'is no record';
	const body = Buffer.concat([line.subarray(0, -endingLength), Buffer.from('}')]);
	if (sha256Of(body) !== hash) return 'was changed: its hash does not match';
	const read = ledgerRecord.safeParse(parsedJson(line.toString('utf8')));
	return read.success ? read.data : 'is no record that this version knows';
}
