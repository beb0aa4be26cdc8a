import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cudaEnvironment } from '../../../../src/runner/models/cuda-environment.ts';
import { packagePaths } from '../../../../src/runner/context/package-paths.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const linux = process.platform === 'linux' && process.arch === 'x64';

describe('the environment in which ONNX Runtime finds CUDA', { skip: !linux && 'CUDA is installed on Linux x64 alone' }, () => {
	const folder = temporaryFolder({ after }, 'rag-assay-cuda-');
	const { runtimeFolder } = packagePaths(fileURLToPath(import.meta.url));
	const link = join(folder, 'libonnxruntime.so.1');
	const warnings: string[] = [];
	const environment = (): Readonly<Record<string, string>> => cudaEnvironment(folder, runtimeFolder, (message) => warnings.push(message));

	it('is as it was where the provider is not installed', () => {
		assert.deepEqual(environment(), {});
	});

	it("has the loader look there first, where a link leads to the product's own runtime", () => {
		writeFileSync(join(folder, 'libonnxruntime_providers_cuda.so'), 'no library');
		writeFileSync(join(folder, 'libonnxruntime_providers_shared.so'), 'no library');
		assert.equal(environment()['LD_LIBRARY_PATH']?.split(':')[0], folder);
		assert.equal(readlinkSync(link), join(runtimeFolder!, 'libonnxruntime.so.1'));
		// Of a version of the product that is gone since.
		rmSync(link);
		symlinkSync('/gone/libonnxruntime.so.1', link);
		environment();
		assert.equal(readlinkSync(link), join(runtimeFolder!, 'libonnxruntime.so.1'));
		assert.deepEqual(warnings, []);
	});

	it('makes the real runtime look for its provider there', () => {
		const model = fileURLToPath(new URL('../../../../models/demo/onnx/model.onnx', import.meta.url));
		assert.ok(readFileSync(model).length > 0);
		const source = `require('onnxruntime-node').InferenceSession.create(${JSON.stringify(model)}, { executionProviders: ['cuda'] }).catch(() => undefined)`;
		const said = (env: Readonly<Record<string, string>>) =>
			spawnSync(process.execPath, ['-e', source], {
				env: { ...process.env, ...env },
				encoding: 'utf8',
				cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
			}).stderr;
		assert.match(said({}), new RegExp(`Failed to load library ${runtimeFolder}`));
		assert.match(
			said(environment()),
			new RegExp(
				`Failed to load library ${folder}/libonnxruntime_providers_shared\\.so with error: .*(?:file too short|invalid ELF header)`,
			),
		);
	});
});
