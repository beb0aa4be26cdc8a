import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { setBudget, type BudgetChange, type LedgerOptions, type Spending } from '../../../../src/stores/ledger/ledger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Where a ledger may be, in a folder of its own, and where it is remembered. */
export interface Place {
	readonly file: string;
	readonly witnesses: string;
	/** A time of day on a date, `2026-11-23` where none is given. */
	readonly at: (when?: string) => LedgerOptions;
	readonly bytes: () => Buffer;
}

/** Makes such a folder, which is removed after the test that calls this. */
export function place(): Place {
	const folder = temporaryFolder({ after }, 'rag-assay-ledger-');
	const [file, witnesses] = [join(folder, 'data', 'ledgers', 'documents-0123456789abcdef.jsonl'), join(folder, 'witnesses')];
	return {
		file,
		witnesses,
		at: (when = '2026-11-23') => ({ now: new Date(`${when}T12:00:00Z`), witnesses }),
		bytes: () => readFileSync(file),
	};
}

export function change(more: Partial<BudgetChange> = {}): BudgetChange {
	return { atOnce: false, anew: false, who: 'Dana', ...more };
}

/** The same with a budget of ε 3 and δ 1e-5 a month, of Dana. */
export async function placeWithBudget(more: Partial<BudgetChange> = {}, when?: string): Promise<Place> {
	const one = place();
	await setBudget(one.file, change({ epsilon: 3, delta: 1e-5, renewal: 'monthly', ...more }), one.at(when));
	return one;
}

/** A private answer of ε 0.5 and δ 1e-6. */
export function answer(changes: Partial<Spending> = {}): Spending {
	return {
		release: 'r-1',
		epsilon: 0.5,
		delta: 1e-6,
		decoder: 'sentence-vote',
		documents: 8,
		who: 'Dana',
		querySha256: 'a'.repeat(64),
		settingsSha256: 'b'.repeat(64),
		...changes,
	};
}
