import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readPlaces } from '../../../../src/extension/privacy-budget/known-corpora.ts';

test('what settings name counts from the workspace; an empty text and what is no text name nothing', () => {
	const folder = resolve('/w');
	const of = (values: Record<string, unknown>, from: string | undefined = folder) => readPlaces((key) => values[key], from);
	assert.deepEqual(of({ 'private.corpus': ' cases ', 'private.ledger': 'team.jsonl' }), {
		corpus: resolve(folder, 'cases'),
		ledger: resolve(folder, 'team.jsonl'),
	});
	assert.equal(of({ 'private.ledger': resolve('/shared/team.jsonl') }).ledger, resolve('/shared/team.jsonl'));
	assert.deepEqual(of({ 'private.corpus': ' ', 'private.ledger': 3 }), { corpus: undefined, ledger: undefined });
});
