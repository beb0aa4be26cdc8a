import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeWhole } from '../../../src/files/cache-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file is replaced as a whole, and what cannot be written leaves nothing beside it', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-whole-');
	const file = join(folder, 'a.json');
	await writeWhole(file, 'long enough to be seen');
	await writeWhole(file, 'short');
	assert.equal(await readFile(file, 'utf8'), 'short');
	// A folder cannot be replaced by a file: the draft was written by then.
	await mkdir(join(folder, 'b.json', 'in it'), { recursive: true });
	await assert.rejects(writeWhole(join(folder, 'b.json'), 'text'));
	assert.deepEqual((await readdir(folder)).toSorted(), ['a.json', 'b.json']);
	await assert.rejects(writeWhole(join(folder, 'none', 'c.json'), 'text'), { code: 'ENOENT' });
});
