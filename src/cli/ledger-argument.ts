import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { isAbsent, unreadable } from '../files/unreadable.ts';
import { fileKinds } from '../files/file-kind.ts';

/** Whose ledger a command means, as requests say it. */
export interface LedgerArgument {
	readonly corpus: string;
	readonly ledger?: string;
}

/**
 * A folder is a corpus, a file is a ledger. So is what is not there and is called like one; any other name is a corpus that is not there, and not
 * a ledger that is made because somebody mistyped. @throws {UserError} RA904 where that cannot be found out.
 */
export async function ledgerArgument(argument: string): Promise<LedgerArgument> {
	const place = resolve(argument);
	const isFolder = await stat(place).then(
		(found) => found.isDirectory(),
		(error: unknown) => {
			if (isAbsent(error)) return !place.endsWith('.jsonl');
			throw unreadable(place, fileKinds.ledger, error);
		},
	);
	return isFolder ? { corpus: place } : { corpus: dirname(place), ledger: place };
}

/** That the ledger's file that was named is there: one without a record may be mistyped. A corpus may have no ledger yet. @throws {UserError} RA701, RA904. */
export async function requireLedger({ ledger }: LedgerArgument): Promise<void> {
	if (ledger === undefined) return;
	await stat(ledger).catch((error: unknown) => {
		if (!isAbsent(error)) throw unreadable(ledger, fileKinds.ledger, error);
		throw new UserError(errorNumbers.pathNotFound, 'There is no privacy ledger here.', {
			place: { file: ledger },
			hint: 'Check the path. If you name the folder of a corpus, RAG Assay uses its ledger in your data directory. `rag-assay budget set` creates one.',
		});
	});
}
