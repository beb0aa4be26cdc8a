import { randomUUID } from 'node:crypto';
import type { UserError } from '../../errors.ts';
import { ledgerSchemaName, type DraftOf, type RecordOf } from '../../formats/ledger-record.ts';
import { defaultBudget, type Renewal } from '../../formats/budget-renewal.ts';
import { accountOf } from './account.ts';
import { allowedAmount, amountOf, isWithin, numbersOf, spentAmount } from './amounts.ts';
import { budgetRecord, type BudgetWish } from './change-budget.ts';
import { findLedger, withLedger, type FoundLedger, type LedgerOptions } from './ledger-file.ts';
import { budgetInWords, notesOf } from './ledger-words.ts';
import { keptRecords } from './kept-records.ts';
import { periodOf } from './period.ts';
import { budgetSpent, ledgerDamaged, ledgerSound, noLedger } from './refusals.ts';

/** What a ledger has left. */
export interface BudgetState {
	readonly file: string;
	readonly corpus: string;
	readonly owner: string;
	/** ε and δ that may be spent in a period. */
	readonly epsilon: number;
	readonly delta: number;
	/** By basic composition of what stands in the ledger of this period. */
	readonly spentEpsilon: number;
	readonly spentDelta: number;
	/** Private answers of this period that were paid for, shown or not. */
	readonly releases: number;
	readonly renewal: Renewal;
	/** ISO 8601; `null` where it never does. */
	readonly renewsAt: string | null;
	/** What is wrong with the ledger, in sentences; nothing is released then. */
	readonly damage: string[];
	/** What else a person should know of it, in sentences. */
	readonly notes: string[];
}

/** `null`: there is none, and none is missing. Of a damaged one: what can still be read, without a budget as if nothing might be spent. */
function stateOf({ corpus, file, content, damage }: FoundLedger, now: Date): BudgetState | null {
	const account = content === undefined ? undefined : accountOf(content, now);
	if (account === undefined && damage.length === 0) return null;
	const spent = account === undefined ? { epsilon: 0, delta: 0 } : numbersOf(account.spent);
	return {
		file,
		corpus,
		owner: account?.budget.owner ?? 'nobody that can be read',
		...(account === undefined ? { epsilon: 0, delta: 0 } : numbersOf(amountOf(account.budget))),
		spentEpsilon: spent.epsilon,
		spentDelta: spent.delta,
		releases: account?.releases ?? 0,
		renewal: account?.budget.renewal ?? 'never',
		renewsAt: account?.period.end?.toISOString() ?? null,
		damage: [...damage],
		notes: content === undefined ? [] : notesOf(content, account),
	};
}

export type { LedgerOptions } from './ledger-file.ts';
export { ledgerFile } from './ledger-place.ts';

/** What a private answer is to cost, and what it is. */
export interface Spending {
	/** Id of the release. */
	readonly release: string;
	readonly epsilon: number;
	readonly delta: number;
	readonly decoder: string;
	/** How many documents: public. */
	readonly documents: number;
	/** Who asks; the owner of the budget that is made where there is none. */
	readonly who: string;
	readonly querySha256: string;
	readonly settingsSha256: string;
}

/** The entry that pays for a release. */
export interface Spent {
	readonly entry: number;
	/** SHA-256 of it, in hexadecimal. */
	readonly hash: string;
	/** What the person should be told, in sentences. */
	readonly note?: string;
}

/** A budget to be set; what is absent stays as it was last wanted, or is the default. */
export interface BudgetChange {
	readonly owner?: string | undefined;
	readonly epsilon?: number | undefined;
	readonly delta?: number | undefined;
	readonly renewal?: Renewal | undefined;
	/** Whether it is in force at once, whatever it raises; what could not be read before no longer counts as spent then. */
	readonly atOnce: boolean;
	/** Whether a new ledger takes the place of a damaged or lost one, which is kept beside it. Until its period ends all counts as spent, unless `atOnce`. */
	readonly anew: boolean;
	readonly who: string;
}

/**
 * Pays for a private answer, before anything of it is shown: when it resolves the entry is on the disk. What is spent stays spent. A corpus without a budget gets the
 * default one, and `note` says so.
 * @param place the ledger's file (`ledgerFile`).
 * @throws {UserError} RA901 where the budget does not allow it, RA902 where the ledger is damaged, RA903 where it cannot be written, RA904, RA908, RA513; the signal's reason.
 */
export function spend(place: string, spending: Spending, options: LedgerOptions): Promise<Spent> {
	const { release, epsilon, delta, decoder, documents, who, querySha256, settingsSha256 } = spending;
	const asked = spentAmount(epsilon, delta);
	const { now } = options;
	return withLedger(place, options, async (ledger) => {
		await ledger.requireSound();
		let note: string | undefined;
		if (ledger.found.content === undefined) {
			const budget = budgetRecord({ ...defaultBudget, owner: who, who, atOnce: false }, undefined, now, ledger.found.file);
			await ledger.begin([beginning(null, who, now), budget]);
			note = `'${ledger.found.corpus}' had no privacy budget: it has ${budgetInWords(budget.renewal, amountOf(budget))} from now on, owned by ${who}. \`rag-assay budget set\` changes that.`;
		}
		const { content, corpus, file } = ledger.found;
		const account = content === undefined ? undefined : accountOf(content, now);
		if (account === undefined) throw new Error('a ledger begins with a budget');
		if (!isWithin(asked, account.left)) throw budgetSpent(asked, account, corpus, file);
		const { entry, hash } = await ledger.append({
			kind: 'spend',
			...asked,
			release,
			decoder,
			documents,
			querySha256,
			settingsSha256,
			who,
			when: ledger.now.toISOString(),
		});
		return { entry, hash, ...(note === undefined ? {} : { note }) };
	});
}

/**
 * Why `spend` would refuse an answer now, before anything is run; `null`: it would not. Nothing is written.
 * @throws {UserError} RA904, RA513.
 */
export async function refusalToSpend(
	place: string,
	{ epsilon, delta }: Pick<Spending, 'epsilon' | 'delta'>,
	{ now, witnesses }: Pick<LedgerOptions, 'now' | 'witnesses'>,
): Promise<UserError | null> {
	const { corpus, file, content, foreign, damage } = await findLedger(place, { witnesses });
	if (foreign) return noLedger(file);
	if (damage.length > 0) return ledgerDamaged(damage, file);
	const account = (content === undefined ? undefined : accountOf(content, now)) ?? firstAccount(now);
	const asked = spentAmount(epsilon, delta);
	return isWithin(asked, account.left) ? null : budgetSpent(asked, account, corpus, file);
}

/** Of a corpus without a budget: what its first answer makes. */
function firstAccount(now: Date) {
	const allowed = allowedAmount(defaultBudget.epsilon, defaultBudget.delta);
	const { renewal } = defaultBudget;
	const budget = { ...allowed, renewal, owner: 'whoever asks first' };
	return { budget, left: allowed, period: periodOf(renewal, now, now), unknown: false };
}

/**
 * Keeps what became of a release that was paid for. What it cost stays spent.
 * @throws {UserError} RA902 to RA904, RA513; a plain error for an entry that spends nothing or was settled before.
 */
export function settle(
	place: string,
	entry: number,
	outcome: { readonly textSha256: string } | 'cancelled',
	options: LedgerOptions,
): Promise<void> {
	return withLedger(place, options, async (ledger) => {
		await ledger.requireSound();
		const records = ledger.found.content?.records ?? [];
		if (!records.some((one) => one.kind === 'spend' && one.entry === entry)) throw new Error(`entry ${entry} spends nothing`);
		if (records.some((one) => one.kind === 'release' && one.spend === entry)) throw new Error(`entry ${entry} was settled before`);
		await ledger.append({
			kind: 'release',
			spend: entry,
			textSha256: outcome === 'cancelled' ? outcome : outcome.textSha256,
			when: ledger.now.toISOString(),
		});
	});
}

/** What a ledger has left; `null`: there is none. Nothing is written. @throws {UserError} RA908 for a file of something else, RA904, RA513. */
export async function budgetState(
	place: string,
	{ now, witnesses }: Pick<LedgerOptions, 'now' | 'witnesses'>,
): Promise<BudgetState | null> {
	const found = await findLedger(place, { witnesses });
	if (found.foreign) throw noLedger(found.file);
	return stateOf(found, now);
}

/**
 * Sets the budget of a ledger, and makes it where there is none. A budget that allows no more than the present one is in force at once, another one from the next
 * period on, unless it is wanted at once.
 * @throws {UserError} RA902 (not with `anew`), RA903, RA908 for a file of something else, RA904, RA513, RA906 as `budgetRecord`, RA907 where a sound ledger was to be begun anew.
 */
export function setBudget(place: string, change: BudgetChange, options: LedgerOptions): Promise<BudgetState> {
	const { now } = options;
	return withLedger(place, options, async (ledger) => {
		const { found } = ledger;
		if (change.anew && found.damage.length === 0) throw ledgerSound(found.file, 'anew');
		if (!change.anew) await ledger.requireSound();
		const wish = wishOf(change, found);
		const account = ledger.found.content === undefined || change.anew ? undefined : accountOf(ledger.found.content, now);
		const record = budgetRecord(wish, account, ledger.now, found.file);
		if (change.anew) await ledger.setAside();
		if (change.anew || found.content === undefined)
			await ledger.begin([beginning(change.anew ? replaced(found) : null, change.who, new Date(record.when)), record]);
		else await ledger.append(record);
		const state = stateOf(ledger.found, now);
		if (state === null) throw new Error('a ledger begins with a budget');
		return state;
	});
}

/** Checks a ledger from its first record to its last, and against what is remembered of it. Nothing is written. @throws {UserError} RA904, RA513. */
export async function verify(
	place: string,
	{ now, witnesses }: Pick<LedgerOptions, 'now' | 'witnesses'>,
): Promise<{ file: string; entries: number; damage: string[]; notes: string[] }> {
	const { file, content, damage } = await findLedger(place, { witnesses });
	const notes = content === undefined ? [] : notesOf(content, accountOf(content, now));
	return { file, entries: content?.records.length ?? 0, damage: [...damage], notes };
}

/**
 * Puts a ledger in the place of a damaged one that keeps every entry that can be read, and so all that was spent. What is doubtful counts as spent: what was cut off by
 * its amounts, and anything else as all that is left of the period, until the owner sets a budget at once. Amounts that can be read stay spent even then. The damaged
 * file is kept beside it.
 * @throws {UserError} RA907 for a ledger that nothing is wrong with, RA902 for one of which nothing can be read, RA903, RA904, RA908, RA513.
 */
export function repairLedger(place: string, who: string, options: LedgerOptions): Promise<BudgetState> {
	return withLedger(place, options, async (ledger) => {
		const { found } = ledger;
		if (found.damage.length === 0) throw ledgerSound(found.file, 'repair');
		const { content, remembered } = found;
		if (content === undefined || content.records.length === 0 || remembered.unreadable !== undefined)
			throw ledgerDamaged(found.damage, found.file);
		const begin = beginning({ ...replaced(found), repaired: true }, who, ledger.now);
		await ledger.replace([begin, ...keptRecords(content, { remembered, who, now: ledger.now })]);
		const state = stateOf(ledger.found, options.now);
		if (state === null) throw new Error('a ledger begins with a budget');
		return state;
	});
}

function beginning(replaces: RecordOf<'begin'>['replaces'], who: string, now: Date): DraftOf<'begin'> {
	return { kind: 'begin', schema: ledgerSchemaName, id: randomUUID(), replaces, who, when: now.toISOString() };
}

function replaced({ content, remembered: { here }, fileSha256 }: FoundLedger): NonNullable<RecordOf<'begin'>['replaces']> {
	const first = content?.records[0];
	return {
		// What lay here last is what others on this machine remember.
		id: here?.id ?? (first?.kind === 'begin' ? first.id : null),
		entries: Math.max(here?.entries ?? 0, content?.records.length ?? 0),
		fileSha256,
	};
}

function wishOf({ owner, epsilon, delta, renewal, atOnce, who }: BudgetChange, { content }: FoundLedger): BudgetWish {
	const last = content?.records.findLast((record) => record.kind === 'budget');
	const before =
		last === undefined ? undefined : { epsilon: last.microEpsilon / 1e6, delta: last.femtoDelta / 1e15, renewal: last.renewal };
	return {
		owner: owner ?? last?.owner ?? who,
		epsilon: epsilon ?? before?.epsilon ?? defaultBudget.epsilon,
		delta: delta ?? before?.delta ?? defaultBudget.delta,
		renewal: renewal ?? before?.renewal ?? defaultBudget.renewal,
		atOnce,
		who,
	};
}
