import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownCorpora } from '../../../../src/extension/privacy-budget/known-corpora.ts';

/** As VS Code keeps it: as JSON, for the next window. */
function memory(left?: unknown): { get(key: string): unknown; update(key: string, value: unknown): Promise<void> } {
	let kept = JSON.stringify(left);
	return {
		get: () => (kept === undefined ? undefined : (JSON.parse(kept) as unknown)),
		update: async (_key, value) => {
			kept = JSON.stringify(value);
		},
	};
}

test('corpora with a ledger, and the one that is shown, are there again in the next window', async () => {
	const left = memory();
	const first = new KnownCorpora(left);
	assert.deepEqual([first.paths, first.shown], [[], null]);
	await first.add('/w/cases');
	await first.add('/w');
	await first.add('/w/cases');
	await first.turnTo('/w/cases');
	const next = new KnownCorpora(left);
	assert.deepEqual([next.paths, next.shown], [['/w/cases', '/w'], '/w/cases']);
	await next.turnTo(null);
	assert.equal(new KnownCorpora(left).shown, null);
});

test('what another version left, and is not understood, is nothing', () => {
	assert.deepEqual(new KnownCorpora(memory({ known: 'all' })).paths, []);
});
