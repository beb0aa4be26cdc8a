import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { folderSize } from '../../../src/runner/folder-size.ts';

const folder = await mkdtemp(join(tmpdir(), 'rag-assay-size-'));
after(() => rm(folder, { recursive: true }));

test('files count at any depth, folders do not', async () => {
	await mkdir(join(folder, 'a', 'b'), { recursive: true });
	await writeFile(join(folder, 'one'), '12345');
	await writeFile(join(folder, 'a', 'b', 'two'), '123');
	assert.deepEqual(await folderSize(folder), { files: 2, bytes: 8 });
});

test('what a link leads to does not count: it lies elsewhere', async (t) => {
	const linked = await mkdtemp(join(tmpdir(), 'rag-assay-size-'));
	t.after(() => rm(linked, { recursive: true }));
	await writeFile(join(linked, 'own'), '12');
	try {
		await symlink(join(folder, 'one'), join(linked, 'link'));
	} catch (error) {
		// Windows without developer mode.
		if (error instanceof Error && 'code' in error && error.code === 'EPERM') {
			t.skip('this system makes no links for this user');
			return;
		}
		throw error;
	}
	assert.deepEqual(await folderSize(linked), { files: 1, bytes: 2 });
});

test('a folder that does not exist holds nothing', async () => {
	assert.deepEqual(await folderSize(join(folder, 'absent')), { files: 0, bytes: 0 });
});
