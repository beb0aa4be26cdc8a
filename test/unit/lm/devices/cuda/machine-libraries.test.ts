import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { machineLibraries } from '../../../../../src/lm/devices/cuda/machine-libraries.ts';
import { emptyFolder } from '../../../../support/model-folder-builder.ts';

describe('where a machine has shared libraries', { skip: process.platform !== 'linux' && 'CUDA is installed on Linux alone' }, () => {
	const name = 'librag-assay-test.so.1';

	it("is where the loader looks: in the folders of LD_LIBRARY_PATH but the product's own, and where the system has them", () => {
		const [one, own] = [emptyFolder(), emptyFolder()];
		for (const folder of [one, own]) writeFileSync(join(folder, name), '');
		assert.equal(machineLibraries({ LD_LIBRARY_PATH: `${own}::${one}` }, own).loaded(name), join(one, name));
		assert.equal(machineLibraries({ LD_LIBRARY_PATH: own }, own).loaded(name), undefined);
		assert.match(machineLibraries({}).loaded('libc.so.6') ?? '', /^\/.*\/libc\.so\.6$/);
	});

	it('may be where CUDA is usually installed, of which the loader does not know', () => {
		const root = emptyFolder();
		mkdirSync(join(root, 'targets/x86_64-linux/lib'), { recursive: true });
		writeFileSync(join(root, 'targets/x86_64-linux/lib', name), '');
		for (const variable of ['CUDA_PATH', 'CUDA_HOME'])
			assert.equal(machineLibraries({ [variable]: root }).elsewhere(name), join(root, 'targets/x86_64-linux/lib', name));
		assert.equal(machineLibraries({}).elsewhere(name), undefined);
		assert.equal(machineLibraries({ CUDA_PATH: root }).loaded(name), undefined);
	});
});
