import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepWithin } from '../../../src/files/cache-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what was used longest ago goes first, in whatever folder it lies, and only where there is too much', async (t) => {
	const folder = temporaryFolder(t, 'keep-within-');
	for (const [i, name] of ['old/a', 'new/b', 'old/c', 'new/d'].entries()) {
		mkdirSync(join(folder, name, '..'), { recursive: true });
		writeFileSync(join(folder, name), 'x'.repeat(100));
		utimesSync(join(folder, name), i, i);
	}
	// Used again, so that it outlives what is younger.
	utimesSync(join(folder, 'old/a'), 9, 9);
	const left = () =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\/[a-d]$/.test(name.replaceAll('\\', '/')))
			.map((name) => name.slice(-1))
			.toSorted()
			.join('');
	assert.equal(await keepWithin(folder, 400), 400);
	assert.equal(left(), 'abcd');
	assert.equal(await keepWithin(folder, 300), 200);
	assert.equal(left(), 'ad');
	assert.equal(await keepWithin(join(folder, 'none'), 1), 0);
});
