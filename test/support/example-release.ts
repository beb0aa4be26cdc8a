import { createHash } from 'node:crypto';
import { guaranteeOf } from '../../src/analysis/private/guarantee.ts';
import type { Release } from '../../src/formats/release.ts';
import { setBudget, settle, spend, type LedgerOptions, type Spending } from '../../src/stores/ledger/ledger.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What `private generate` pays for such a release. */
export function spendingOf({ id, settings, documents, who, query }: Release): Spending {
	const { epsilon, delta, decoder } = settings;
	const hashes = { querySha256: sha256(query), settingsSha256: sha256(JSON.stringify(settings)) };
	return { release: id, epsilon, delta, decoder, documents, who, ...hashes };
}

/** A release with the promise that was bought, as an entry of the ledger at `ledger` has paid for it. */
export async function paidFrom(ledger: string, of: Release, at: LedgerOptions, outcome: 'text' | 'cancelled' = 'text'): Promise<Release> {
	const { entry, hash } = await spend(ledger, spendingOf(of), at);
	await settle(ledger, entry, outcome === 'text' ? { textSha256: sha256(of.text) } : outcome, at);
	return { ...of, guarantee: guaranteeOf(of.settings, of.documents), ledger: { entry, hash } };
}

/** A release as the entry of a ledger that is made at `ledger` has paid for it. */
export async function paidRelease(release: Release, ledger: string): Promise<Release> {
	const at = { now: new Date(), witnesses: `${ledger}.witnesses` };
	await setBudget(ledger, { epsilon: 9, delta: 1e-4, renewal: 'never', who: 'Dana', atOnce: true, anew: false }, at);
	return paidFrom(ledger, release, at);
}
