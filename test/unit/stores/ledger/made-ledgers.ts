import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { LedgerOptions, Spending } from '../../../../src/stores/ledger/ledger.ts';

const made: string[] = [];
after(() => {
	for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A corpus in a folder of its own, and where its ledger is remembered. */
export interface Place {
	readonly corpus: string;
	readonly file: string;
	readonly witnesses: string;
	/** A time of day on a date, `2026-11-23` where none is given. */
	readonly at: (when?: string) => LedgerOptions;
	readonly bytes: () => Buffer;
}

export function place(): Place {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rag-assay-ledger-')));
	made.push(folder);
	const [corpus, witnesses] = [join(folder, 'documents'), join(folder, 'witnesses')];
	mkdirSync(corpus);
	const file = join(corpus, '.rag-assay', 'privacy-ledger.jsonl');
	return {
		corpus,
		file,
		witnesses,
		at: (when = '2026-11-23') => ({ now: new Date(`${when}T12:00:00Z`), witnesses }),
		bytes: () => readFileSync(file),
	};
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
