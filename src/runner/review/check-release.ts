import type { Release } from '../../formats/release.ts';
import type { LedgerCheck } from '../../formats/review.ts';
import { spentAmount } from '../../stores/ledger/amounts.ts';
import { recordedRelease } from '../../stores/ledger/recorded-release.ts';
import { sha256Of } from '../../stores/ledger/record-line.ts';
import type { ModelService } from '../model-service.ts';

/** Whether a release is what its ledger's entry recorded: a file can be written by anybody. `named`: a ledger that is asked before those of the data directory. Rejects with RA904. */
export async function checkRelease(
	{ id, text, ledger, guarantee }: Release,
	{ dataDirectory, ledgerWitnesses: witnesses }: Pick<ModelService, 'dataDirectory' | 'ledgerWitnesses'>,
	named?: string,
): Promise<LedgerCheck> {
	if (ledger === null || guarantee === null) return { kind: 'not-checked', why: 'the release names no entry that paid for a guarantee.' };
	const found = await recordedRelease(ledger.hash, { dataDirectory, witnesses, ledger: named });
	if (found.kind === 'not-at-hand') return { kind: 'not-checked', why: found.why };
	const { spend, outcome } = found;
	const differs = (why: string): LedgerCheck => ({ kind: 'differs', why });
	if (spend.entry !== ledger.entry || spend.release !== id) return differs(`entry ${spend.entry} paid for another release.`);
	if (outcome === null) return differs(`entry ${spend.entry} has recorded no text.`);
	if (outcome === 'cancelled') return differs(`nothing came of entry ${spend.entry}: it was canceled.`);
	if (outcome !== sha256Of(text)) return differs(`its text is not the one that entry ${spend.entry} has recorded.`);
	const { microEpsilon, femtoDelta } = spentAmount(guarantee.epsilon, guarantee.delta);
	return microEpsilon === spend.microEpsilon && femtoDelta === spend.femtoDelta
		? { kind: 'matches' }
		: differs(`its ε or δ is not what entry ${spend.entry} paid.`);
}
