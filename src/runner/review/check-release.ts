import { guaranteeOf } from '../../analysis/private/guarantee.ts';
import type { RecordOf } from '../../formats/ledger-record.ts';
import type { Guarantee, Release } from '../../formats/release.ts';
import type { LedgerCheck } from '../../formats/review.ts';
import { spentAmount } from '../../stores/ledger/amounts.ts';
import { recordedRelease } from '../../stores/ledger/recorded-release.ts';
import { sha256Of } from '../../stores/ledger/record-line.ts';
import { listInWords } from '../../wording/phrases.ts';
import { jsonHash } from '../../files/cache-files.ts';
import type { RunnerContext } from '../context/runner-context.ts';

/** Whether a release is what its ledger's entry recorded: a file can be written by anybody. `named`: a ledger that is asked before those of the data directory. Rejects with RA904. */
export async function checkRelease(
	release: Release,
	{ dataDirectory, ledgerWitnesses: witnesses }: Pick<RunnerContext, 'dataDirectory' | 'ledgerWitnesses'>,
	named?: string,
): Promise<LedgerCheck> {
	const { ledger, guarantee } = release;
	if (ledger === null || guarantee === null) return { kind: 'not-checked', why: 'the release names no entry that paid for a guarantee.' };
	const found = await recordedRelease(ledger.hash, { dataDirectory, witnesses, ledger: named });
	if (found.kind === 'not-at-hand') return { kind: 'not-checked', why: found.why };
	const why = differenceOf({ ...release, ledger, guarantee }, found);
	return why === null ? { kind: 'matches' } : { kind: 'differs', why };
}

/** In what a release is another one than its entry has recorded, in a clause; `null`: in nothing that the entry holds or that follows from it. */
function differenceOf(
	release: Release & { readonly ledger: NonNullable<Release['ledger']>; readonly guarantee: Guarantee },
	{ spend, outcome }: { readonly spend: RecordOf<'spend'>; readonly outcome: string | null },
): string | null {
	const { id, text, ledger, guarantee, settings, documents } = release;
	const entry = `entry ${spend.entry}`;
	if (spend.entry !== ledger.entry || spend.release !== id) return `${entry} paid for another release.`;
	if (outcome === null) return `${entry} has recorded no text.`;
	if (outcome === 'cancelled') return `${entry} was canceled.`;
	if (outcome !== sha256Of(text)) return `its text is not the one that ${entry} has recorded.`;
	const paid = spentAmount(guarantee.epsilon, guarantee.delta);
	if (paid.microEpsilon !== spend.microEpsilon || paid.femtoDelta !== spend.femtoDelta) return `its ε or δ is not what ${entry} paid.`;
	const others = [
		...(documents === spend.documents ? [] : ['another number of documents']),
		...(release.decoder === spend.decoder ? [] : ['another decoder']),
		...(sha256Of(release.query) === spend.querySha256 ? [] : ['another query']),
		...(jsonHash(settings) === spend.settingsSha256 ? [] : ['other settings']),
		...(release.who === spend.who ? [] : ['another person who asked']),
	];
	if (others.length > 0) return `${entry} has recorded ${listInWords(others)}.`;
	// What is promised follows from all that: it is made anew, and not believed.
	return isPromise(guarantee, guaranteeOf(settings, documents)) ? null : `what it promises is not what ${entry} bought.`;
}

/** Whether a promise is the one that was bought: in its words, and in its numbers but for the last digits, which another machine may round in another way. */
function isPromise(claimed: Guarantee, bought: Guarantee): boolean {
	const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * b;
	return (
		claimed.epsilon === bought.epsilon &&
		claimed.delta === bought.delta &&
		claimed.adjacency === bought.adjacency &&
		claimed.group.length === bought.group.length &&
		claimed.group.every(({ documents, epsilon, delta }, i) => {
			const one = bought.group[i]!;
			return documents === one.documents && near(epsilon, one.epsilon) && near(delta, one.delta);
		}) &&
		claimed.notCovered.length === bought.notCovered.length &&
		claimed.notCovered.every((one, i) => one === bought.notCovered[i])
	);
}
