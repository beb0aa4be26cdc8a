import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { folderSize } from '../../../src/files/cache-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'rag-assay-size-');

test('files count at any depth, folders do not', async () => {
	await mkdir(join(folder, 'a', 'b'), { recursive: true });
	await writeFile(join(folder, 'one'), '12345');
	await writeFile(join(folder, 'a', 'b', 'two'), '123');
	assert.deepEqual(await folderSize(folder), { files: 2, bytes: 8 });
});

test('what a link leads to does not count: it lies elsewhere', async (t) => {
	const linked = temporaryFolder(t, 'rag-assay-size-');
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
