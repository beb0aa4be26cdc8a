import { defaultBudget } from '../../formats/budget-renewal.ts';
import type { LedgerRecord, RecordDraft } from '../../formats/ledger-record.ts';
import { budgetRecord } from './change-budget.ts';
import type { LedgerContent } from './read-ledger.ts';
import { noHash } from './record-line.ts';
import { countsOf, leastOf } from './torn-bytes.ts';
import type { Remembered } from './witness.ts';

export interface RepairOptions {
	readonly remembered: Remembered;
	readonly who: string;
	/** When it is repaired, by the ledger's time. */
	readonly now: Date;
}

/**
 * Returns the records of a repaired ledger behind its first one. They spend no less than the damaged ledger did:
 * - Each record whose own hash is right is kept once, in the order of the file, also where two of them claim one place.
 * - What was cut off counts for what its bytes say, as it does in a sound ledger.
 * - A line that is no record counts at least for the amounts that can be read in it: as spent now, because its date may be what was changed. That stays when the
 *   owner sets a budget at once.
 * - For anything else that was there or may have been, one `lost` record counts as all that is left: a line that is no record, a record whose predecessor is missing,
 *   and what is remembered of this ledger and is not in it.
 */
export function keptRecords(content: LedgerContent, { remembered, who, now }: RepairOptions): RecordDraft[] {
	const when = now.toISOString();
	const drafts: RecordDraft[] = [];
	const known = new Map<string, LedgerRecord>(content.records.map((record) => [record.hash, record]));
	/** Entries of spends in the repaired ledger, by their hashes in the damaged one. */
	const entries = new Map<string, number>();
	const settled = new Set<number>();
	for (const record of known.values()) {
		// The repaired ledger's first record comes before all drafts.
		const entry = drafts.length + 1;
		if (record.kind === 'release') {
			const spend = entries.get(spendBefore(record, known) ?? '');
			if (spend === undefined || settled.has(spend)) continue;
			settled.add(spend);
			drafts.push({ ...draftOf(record), spend });
		} else if (record.kind === 'spend') {
			entries.set(record.hash, entry);
			drafts.push({ ...draftOf(record), was: record.was ?? record.hash });
		} else if (record.kind === 'budget') drafts.push(draftOf(record));
		else if (record.kind === 'lost') drafts.push(draftOf(record));
		else if (record.kind === 'torn') drafts.push({ kind: 'lost', counts: record.counts, when: record.when });
		else if (record.replaces !== null && record.replaces.repaired !== true) drafts.push({ kind: 'lost', counts: null, when: record.when });
	}
	if (!drafts.some(({ kind }) => kind === 'budget'))
		drafts.push(budgetRecord({ ...defaultBudget, owner: who, who, atOnce: false }, undefined, now, ''), {
			kind: 'lost',
			counts: null,
			when,
		});
	for (const counts of content.legible) drafts.push({ kind: 'lost', counts, when });
	if (content.tail.length > 0) {
		const counts = countsOf(content.tail);
		const least = leastOf(content.tail);
		if (counts === null && (least.microEpsilon > 0 || least.femtoDelta > 0)) drafts.push({ kind: 'lost', counts: least, when });
		drafts.push({ kind: 'lost', counts, when });
	}
	if (isIncomplete(content, known, remembered)) drafts.push({ kind: 'lost', counts: null, when });
	return drafts;
}

/** Whether something may have been spent that no kept record says. */
function isIncomplete({ records, unread }: LedgerContent, known: ReadonlyMap<string, LedgerRecord>, { here, same }: Remembered): boolean {
	const isMissing = (hash: string): boolean => !known.has(hash);
	return (
		unread > 0 ||
		// Another ledger within this one: whose budget counts cannot be told.
		[...known.values()].filter(({ kind }) => kind === 'begin').length !== 1 ||
		records.some(({ kind, before }) => (kind === 'begin' ? before !== noHash : isMissing(before))) ||
		[here, same].some((witness) => witness !== undefined && isMissing(witness.hash))
	);
}

/** Hash of the spend that a release settles: the one with its entry among the records that come before it by their hashes. */
function spendBefore(release: LedgerRecord & { readonly kind: 'release' }, known: ReadonlyMap<string, LedgerRecord>): string | undefined {
	for (let record = known.get(release.before); record !== undefined; record = known.get(record.before))
		if (record.kind === 'spend' && record.entry === release.spend) return record.hash;
	return undefined;
}

function draftOf<R extends LedgerRecord>(record: R): Omit<R, 'entry' | 'before' | 'hash'> {
	const { entry: _entry, before: _before, hash: _hash, ...draft } = record;
	return draft;
}
