import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ChangedMeanwhile, realSystem } from '../../../src/files/durable-file.ts';
import { replaceSeen, seenAt } from '../../../src/files/change-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what was seen is replaced, and nothing else: neither a file that was written since, nor one that was made', async (t) => {
	const folder = temporaryFolder(t);
	const file = join(folder, 'a');
	const none = await seenAt(file);
	await replaceSeen(file, 'first', none);
	await assert.rejects(replaceSeen(file, 'second', none), ChangedMeanwhile);
	const first = await seenAt(file);
	await replaceSeen(file, 'second', first);
	assert.equal(readFileSync(file, 'utf8'), 'second');
	await assert.rejects(replaceSeen(file, 'third', first), ChangedMeanwhile);
	const second = await seenAt(file);
	// As long as before.
	writeFileSync(file, 'SECOND');
	utimesSync(file, new Date(), new Date(Date.now() + 5000));
	await assert.rejects(replaceSeen(file, 'third', second), ChangedMeanwhile);
	assert.equal(readFileSync(file, 'utf8'), 'SECOND');
	const last = await seenAt(file);
	rmSync(file);
	await assert.rejects(replaceSeen(file, 'third', last), ChangedMeanwhile);
	assert.deepEqual(readdirSync(folder), []);
});

test('a file that is made at the last moment stays', async (t) => {
	const folder = temporaryFolder(t);
	const file = join(folder, 'a');
	const system = {
		...realSystem,
		link: async (...given: Parameters<typeof realSystem.link>) => {
			writeFileSync(file, 'theirs');
			return realSystem.link(...given);
		},
	};
	await assert.rejects(replaceSeen(file, 'ours', { state: null }, { system }), ChangedMeanwhile);
	assert.equal(readFileSync(file, 'utf8'), 'theirs');
	assert.deepEqual(readdirSync(folder), ['a']);
});
