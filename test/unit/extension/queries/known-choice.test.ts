import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownChoice } from '../../../../src/extension/queries/input-choices.ts';

test('what was chosen is remembered in the workspace; what another version left is not believed', async () => {
	const kept = new Map<string, unknown>();
	const memory = { get: (key: string) => kept.get(key), update: async (key: string, value: unknown) => void kept.set(key, value) };
	const choice = new KnownChoice(memory);
	assert.deepEqual(choice.choice, { log: null, store: null, benign: null });
	await choice.choose({ log: '/w/log.jsonl' });
	await choice.choose({ store: 'qdrant://h:1/c' });
	assert.deepEqual(new KnownChoice(memory).choice, { log: '/w/log.jsonl', store: 'qdrant://h:1/c', benign: null });
	for (const key of kept.keys()) kept.set(key, { log: 5 });
	assert.equal(new KnownChoice(memory).choice.log, null);
});
