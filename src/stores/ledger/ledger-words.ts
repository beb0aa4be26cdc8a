import { periodInWords, type Renewal } from '../../formats/budget-renewal.ts';
import { plural } from '../../wording/phrases.ts';
import { madeAvailable, type Account } from './account.ts';
import { amountInWords, amountOf, type Amount } from './amounts.ts';
import type { LedgerContent } from './read-ledger.ts';
import { countsOf } from './torn-bytes.ts';

/** `ε 3 and δ 0.00001 a month`. */
export function budgetInWords(renewal: Renewal, amount: Amount): string {
	return `${amountInWords(amount)} ${periodInWords(renewal)}`;
}

/** `2026-12-01`. */
export function day(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/** What a person should know of a ledger beside its numbers: budgets raised at once or to come, what was cut off, what it took the place of. */
export function notesOf({ records, tail }: LedgerContent, account: Account | undefined): string[] {
	const notes: string[] = [];
	/** Whether something before a record counts as all that was left. */
	let isUnknown = false;
	for (const [i, record] of records.entries()) {
		if (record.kind === 'begin' && record.replaces?.repaired === true)
			notes.push(
				`Repaired on ${record.when.slice(0, 10)} by ${record.who}: it keeps what could be read of a damaged ledger of ${plural(record.replaces.entries, 'record')}.`,
			);
		else if (record.kind === 'begin' && record.replaces !== null)
			notes.push(
				`Started again on ${record.when.slice(0, 10)} by ${record.who}, in place of a damaged or lost ledger of ${plural(record.replaces.entries, 'record')}. How much that ledger had spent is unknown.`,
			);
		if (record.kind === 'begin' && record.replaces !== null && record.replaces.repaired !== true) isUnknown = true;
		if ((record.kind === 'lost' || record.kind === 'torn') && record.counts === null) isUnknown = true;
		if (record.kind === 'budget' && record.now) {
			notes.push(
				`Set at once on ${record.when.slice(0, 10)} by ${record.who}: ${budgetInWords(record.renewal, amountOf(record))}.${isUnknown ? availableAgain(madeAvailable(records, i)) : ''}`,
			);
			isUnknown = false;
		}
		if (record.kind === 'lost') notes.push(`Entry ${record.entry} replaces ${lostInWords(record.counts)}; ${countedAs(record.counts)}.`);
		if (record.kind === 'torn') notes.push(`Entry ${record.entry} marks one that was cut off; ${countedAs(record.counts)}.`);
	}
	if (tail.length > 0) notes.push(`The last record is cut off; ${countedAs(countsOf(tail))}.`);
	if (account?.unknown === true)
		notes.push(
			'Everything that was left of this period counts as spent until the owner sets a budget at once: with ‘Change Budget…’ and ‘At once’ in the Privacy Budget panel, or with `rag-assay budget set LEDGER --now`.',
		);
	if (account?.ahead !== undefined)
		notes.push(
			`Its newest entry is dated ${account.ahead.toISOString()}, and this machine\u2019s clock is behind that. The ledger uses the date of the entry.`,
		);
	if (account?.next !== undefined)
		notes.push(
			`From ${account.next.from.slice(0, 10)} on: ${budgetInWords(account.next.renewal, amountOf(account.next))}, owned by ${account.next.owner}.`,
		);
	return notes;
}

function availableAgain(amount: Amount | undefined): string {
	return amount === undefined
		? ''
		: ` This made ${amountInWords(amount)} available again. They had counted as spent because something could not be read, so an answer that was paid for may be missing from what was spent.`;
}

function lostInWords(counts: Amount | null): string {
	return counts === null || isNothing(counts) ? 'what could not be kept' : 'an answer that was paid for and whose entry could not be kept';
}

function isNothing({ microEpsilon, femtoDelta }: Amount): boolean {
	return microEpsilon === 0 && femtoDelta === 0;
}

function countedAs(counts: Amount | null): string {
	if (counts === null) return 'how much it spent is unknown';
	return isNothing(counts) ? 'it spent nothing' : `it counts as ${amountInWords(amountOf(counts))}`;
}
