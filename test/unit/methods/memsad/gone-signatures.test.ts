import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goneSignatures } from '../../../../src/methods/memsad/provenance.ts';

const signatures = ['a', 'b', 'c', 'd'].map((name) => ({
	id: `line ${name}`,
	digest: name,
	madeFrom: [],
	key: 'k',
	who: 'Ada',
	when: '2026-11-23T12:00:00Z',
	signature: '0',
}));
const gone = (byId: Readonly<Record<string, string>>): string[] =>
	goneSignatures(signatures, { digests: new Set(Object.values(byId)), byId: new Map(Object.entries(byId)) }).map(({ digest }) => digest);

test('an entry is gone where neither it nor a changed one of its id is there', () => {
	assert.deepEqual(gone({ 'line a': 'a', 'line b': 'b', 'line c': 'c', 'line d': 'd' }), []);
	assert.deepEqual(gone({ 'line a': 'a', 'line b': 'b', 'line d': 'd' }), ['c']);
	// Altered.
	assert.deepEqual(gone({ 'line a': 'a', 'line b': 'x', 'line c': 'c', 'line d': 'd' }), []);
	// Ids by place, of which the second went: the others have moved on.
	assert.deepEqual(gone({ 'line a': 'a', 'line b': 'c', 'line c': 'd' }), ['b']);
});
