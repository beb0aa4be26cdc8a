import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { hasCode, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { unreadable } from '../../files/unreadable.ts';
import type { RecordOf } from '../../formats/ledger-record.ts';
import { findLedger, type LedgerOptions } from './ledger-file.ts';
import { ledgersFolder } from './ledger-place.ts';

/** What the ledgers at hand say of a release. */
export type RecordedRelease =
	/** `outcome`: SHA-256 of the text that was shown, or that nothing was; `null`: it does not say. */
	| { readonly kind: 'recorded'; readonly spend: RecordOf<'spend'>; readonly outcome: string | null }
	/** In a sentence. */
	| { readonly kind: 'not-at-hand'; readonly why: string };

/**
 * Looks for the entry that paid for a release in the ledger that is named, and among those that nobody has named, of whatever corpus: two have no hash in common. Nothing is written.
 * @throws {UserError} RA904 where their folder cannot be read.
 */
export async function recordedRelease(
	hash: string,
	{
		dataDirectory,
		witnesses,
		ledger,
	}: { readonly dataDirectory: string; readonly ledger?: string | undefined } & Pick<LedgerOptions, 'witnesses'>,
): Promise<RecordedRelease> {
	const unread: string[] = [];
	/** In sentences: of those that were read, and say nothing that could be relied on. */
	const unsound: string[] = [];
	for (const file of [...(ledger === undefined ? [] : [resolve(ledger)]), ...(await ledgerFiles(dataDirectory))]) {
		try {
			const { content, damage, foreign } = await findLedger(file, { witnesses });
			const spend = content?.records.find((record) => record.kind === 'spend' && (record.hash === hash || record.was === hash));
			if (damage.length > 0) {
				const what = foreign ? 'is none' : spend === undefined ? 'is damaged, and may have had the entry' : 'is damaged';
				unsound.push(`the ledger ${basename(file)} ${what}. ${damage[0]!}`);
				continue;
			}
			if (content === undefined || spend?.kind !== 'spend') continue;
			const settled = content.records.find((record) => record.kind === 'release' && record.spend === spend.entry);
			return { kind: 'recorded', spend, outcome: settled?.kind === 'release' ? settled.textSha256 : null };
		} catch (error) {
			// One that cannot be read says nothing of the others; that it was not looked at is told.
			if (!(error instanceof UserError)) throw error;
			unread.push(error.message);
		}
	}
	const why =
		unsound.length > 0
			? [...unsound, 'No sound ledger that was looked at has the entry that paid for it.'].join(' ')
			: ledger === undefined
				? 'no ledger in your data directory has the entry that paid for it. If another one paid, name it (--ledger, ragAssay.private.ledger).'
				: `neither the ledger that was named (${basename(ledger)}) nor one in your data directory has the entry that paid for it.`;
	return { kind: 'not-at-hand', why: [why, ...unread].join(' ') };
}

async function ledgerFiles(dataDirectory: string): Promise<string[]> {
	const folder = ledgersFolder(dataDirectory);
	try {
		return (await readdir(folder))
			.filter((name) => name.endsWith('.jsonl'))
			.toSorted()
			.map((name) => join(folder, name));
	} catch (cause) {
		if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return [];
		throw unreadable(folder, fileKinds.ledger, cause);
	}
}
