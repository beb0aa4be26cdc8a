import type { Renewal } from '../../formats/renewal.ts';
import { accountOf } from './account.ts';
import { amountOf, numbersOf } from './amounts.ts';
import type { FoundLedger } from './ledger-file.ts';
import { notesOf } from './ledger-words.ts';

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
export function stateOf({ corpus, file, content, damage }: FoundLedger, now: Date): BudgetState | null {
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
