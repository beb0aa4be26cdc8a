import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Guarantee, Release } from '../../../../src/formats/release.ts';
import { checkRelease } from '../../../../src/runner/review/check-release.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { release } from '../../../support/example-review.ts';
import { paidRelease } from '../../../support/example-release.ts';

const folder = temporaryFolder({ after }, 'rag-assay-check-release-');

const ledger = join(folder, 'team.jsonl');
const paid = await paidRelease(release, ledger);
const guarantee = paid.guarantee!;
const checked = (of: Release) => checkRelease(of, { dataDirectory: folder, ledgerWitnesses: `${ledger}.witnesses` }, ledger);
/** As a file brings it. */
const asRead = (of: Release): Release => JSON.parse(JSON.stringify(of)) as Release;

test('a release as it was paid for matches, whatever its last digits were rounded to', async () => {
	assert.deepEqual(await checked(asRead(paid)), { kind: 'matches' });
	const group = guarantee.group.map((one) => ({ ...one, delta: one.delta * (1 + 2 ** -52) }));
	assert.deepEqual(await checked({ ...paid, guarantee: { ...guarantee, group } }), { kind: 'matches' });
});

const forgedPromises: Readonly<Record<string, Partial<Guarantee>>> = {
	'a group that is promised more': { group: [{ documents: 5, epsilon: 0.1, delta: 0 }] },
	'no group': { group: [] },
	'a group with another ε': { group: guarantee.group.map((one) => ({ ...one, epsilon: one.epsilon / 2 })) },
	'a group with another δ': { group: guarantee.group.map((one) => ({ ...one, delta: 0 })) },
	'an exception fewer': { notCovered: guarantee.notCovered.slice(1) },
	'other exceptions': { notCovered: guarantee.notCovered.map(() => 'Nothing.') },
	'another adjacency': { adjacency: 'anything at all' as Guarantee['adjacency'] },
	// Less than a millionth, which is all that an entry counts.
	'an ε of the same millionth': { epsilon: guarantee.epsilon - 1e-7 },
};
for (const [what, forged] of Object.entries(forgedPromises))
	test(`a promise that was not bought is no match: ${what}`, async () => {
		assert.deepEqual(await checked({ ...paid, guarantee: { ...guarantee, ...forged } }), {
			kind: 'differs',
			why: `what it promises is not what entry ${paid.ledger!.entry} bought.`,
		});
	});

const forgedRecords: readonly (readonly [Partial<Release>, RegExp])[] = [
	[{ documents: 800 }, /^entry 2 has recorded another number of documents\.$/],
	[{ decoder: 'per-token' }, /^entry 2 has recorded another decoder\.$/],
	[{ query: 'Why?' }, /another query/],
	[{ settings: { ...release.settings, sentences: 1 } }, /other settings/],
	[{ who: 'Eli' }, /another person who asked/],
	[{ documents: 800, decoder: 'per-token' }, /another number of documents and another decoder\.$/],
];
for (const [forged, why] of forgedRecords)
	test(`what the entry holds is compared: ${Object.keys(forged).join(', ')}`, async () => {
		const found = await checked({ ...paid, ...forged });
		assert.ok(found.kind === 'differs', found.kind);
		assert.match(found.why, why);
	});

test('a ledger that was tampered with is damaged, wherever in it, and not one without the entry', async () => {
	const sound = readFileSync(ledger);
	try {
		for (const part of ['"spend"', '"budget"', '"release"']) {
			const bytes = Buffer.from(sound);
			bytes[bytes.indexOf(part) + 1]! ^= 1;
			writeFileSync(ledger, bytes);
			const found = await checked(paid);
			assert.ok(found.kind === 'not-checked', found.kind);
			assert.match(found.why, /^the ledger team\.jsonl is damaged.*Entry \d .*was changed.*No sound ledger/, part);
		}
	} finally {
		writeFileSync(ledger, sound);
	}
});
