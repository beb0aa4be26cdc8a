import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { pipDefault } from '../../../../../src/lm/devices/cuda/package-index.ts';
import { emptyFolder } from '../../../../support/model-folder-builder.ts';

/** A folder with a program that is called as Python is, and leaves a mark when it runs. */
function folderWithPython(script: string): string {
	const folder = emptyFolder();
	writeFileSync(join(folder, 'python3'), `#!/bin/sh\ntouch "${join(folder, 'ran')}"\n${script}\n`);
	chmodSync(join(folder, 'python3'), 0o755);
	return folder;
}

describe("what the machine's pip would ask", { skip: process.platform === 'win32' ? 'the stand-ins are shell scripts' : false }, () => {
	it('is what the first Python of PATH says that has a pip', async () => {
		const [without, other] = [folderWithPython('exit 1'), folderWithPython('echo https://pip.invalid/simple')];
		assert.equal(await pipDefault([without, other].join(delimiter)), 'https://pip.invalid/simple');
		assert.equal(await pipDefault(without), undefined);
		assert.equal(await pipDefault(''), undefined);
	});

	it('is asked of no program that a relative entry of PATH names', async () => {
		const planted = folderWithPython('echo https://planted.invalid/simple');
		for (const entry of ['.', relative(process.cwd(), planted)]) assert.equal(await pipDefault(entry), undefined);
		assert.equal(existsSync(join(planted, 'ran')), false);
	});
});
