import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { plural } from '../../wording/phrases.ts';
import type { Account, BudgetRecord } from './account.ts';
import { amountInWords, amountOf, type Amount } from './amounts.ts';
import { budgetInWords, day } from './ledger-words.ts';

/** RA901: a private answer that the budget does not allow. */
export function budgetSpent(
	asked: Amount,
	{
		budget,
		left,
		period,
		unknown,
	}: Pick<Account, 'left' | 'period' | 'unknown'> & { readonly budget: Amount & Pick<BudgetRecord, 'renewal' | 'owner'> },
	corpus: string,
	file: string,
): UserError {
	const why = unknown ? ' Something that cannot be read counts as all of it.' : '';
	const when = period.end === null ? 'It never renews' : `It renews on ${day(period.end)} (UTC)`;
	return new UserError(
		errorNumbers.privacyBudgetSpent,
		`The privacy budget of '${corpus}' does not allow this: ${amountInWords(asked)} are asked for, and ${amountInWords(left)} are left of ${budgetInWords(budget.renewal, amountOf(budget))}.${why}`,
		{ place: { file }, hint: `${when}, and it is the budget of ${budget.owner}: ask them, or ask for less.` },
	);
}

/** RA902: a ledger in which something was changed, or that is not the newest. */
export function ledgerDamaged(damage: readonly string[], file: string): UserError {
	const more = damage.length > 1 ? ` (and ${plural(damage.length - 1, 'more thing')})` : '';
	return new UserError(errorNumbers.damagedLedger, `The privacy ledger is damaged, and nothing is released: ${damage[0] ?? ''}${more}`, {
		place: { file },
		hint: 'Put back the newest copy of it. If there is none, run `rag-assay budget repair LEDGER`, which keeps every entry that can be read. If the ledger is gone, its owner starts a new one: with ‘Begin Anew…’ in the Privacy Budget panel, or with `rag-assay budget set LEDGER --anew`.',
	});
}

/** RA903: the ledger, or what is remembered of it, cannot be written. */
export function ledgerNotWritable(
	file: string,
	cause: unknown,
	hint = 'Make its folder, and the cache directory, writable; or name another ledger with --ledger.',
): UserError {
	return new UserError(
		errorNumbers.unwritableLedger,
		`The privacy ledger cannot be written, and nothing is released: ${systemReason(cause)}.`,
		{
			place: { file },
			hint,
			cause,
		},
	);
}

/** RA908: a file of something else. It is nobody's ledger, so that nothing puts another file in its place. */
export function noLedger(file: string): UserError {
	return new UserError(
		errorNumbers.noLedger,
		'This file is no privacy ledger: no line of it is a ledger\u2019s record. Nothing is written to it.',
		{
			place: { file },
			hint: 'Name the ledger, or a file that is not there yet. If a ledger lay here once, move this file away first.',
		},
	);
}

/** RA905: there is no such folder. */
export function noCorpus(folder: string, cause: unknown): UserError {
	return new UserError(errorNumbers.noCorpusFolder, 'A corpus is a folder of documents, and this is none.', {
		place: { file: folder },
		hint: 'Name the folder of your documents, or a ledger: a file that ends in .jsonl.',
		cause,
	});
}

/** RA907: a ledger that nothing is wrong with is neither begun anew nor repaired. */
export function ledgerSound(file: string, wish: 'anew' | 'repair'): UserError {
	const [end, hint] =
		wish === 'anew'
			? ['RAG Assay does not start a new one', 'Change its budget without --anew.']
			: ['there is nothing to repair', 'Use it as it is: `rag-assay budget show` says what is left.'];
	return new UserError(errorNumbers.soundLedger, `Nothing is wrong with this privacy ledger, so ${end}.`, { place: { file }, hint });
}
