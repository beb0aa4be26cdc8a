import { createHash } from 'node:crypto';
import type { Release } from '../../../src/formats/release.ts';
import { setBudget, settle, spend } from '../../../src/stores/ledger/ledger.ts';

/** A release as the entry of a ledger that is made at `ledger` has paid for it. */
export async function paidRelease(release: Release, ledger: string): Promise<Release> {
	const at = { now: new Date(), witnesses: `${ledger}.witnesses` };
	await setBudget(ledger, { epsilon: 9, delta: 1e-4, renewal: 'never', who: 'Dana', atOnce: true, anew: false }, at);
	const { epsilon, delta, decoder } = release.settings;
	const sha256 = 'a'.repeat(64);
	const spending = { release: release.id, epsilon, delta, decoder, documents: release.documents, who: 'Dana' };
	const { entry, hash } = await spend(ledger, { ...spending, querySha256: sha256, settingsSha256: sha256 }, at);
	await settle(ledger, entry, { textSha256: createHash('sha256').update(release.text).digest('hex') }, at);
	return { ...release, ledger: { entry, hash } };
}
