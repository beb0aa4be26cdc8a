import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearedText } from '../../../src/cli/commands/cache.ts';

test("what a cleared cache keeps: models, and CUDA's libraries with the folder to delete", () => {
	const removed = { files: 2, bytes: 2 ** 20 };
	const said = '2 files of cached results and instrumented graphs removed (1.0 MiB). ';
	assert.equal(clearedText(removed, { cuda: { folder: '/c/cuda', files: 0, bytes: 0 } }), `${said}Downloaded models stay.\n`);
	assert.equal(
		clearedText(removed, { cuda: { folder: '/c/cuda', files: 31, bytes: 1536 * 2 ** 20 } }),
		`${said}Downloaded models stay, and so do CUDA's libraries (1536.0 MiB): to remove them, delete the folder /c/cuda\n`,
	);
});
