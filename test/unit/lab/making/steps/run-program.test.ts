import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { CannotGoOn } from '../../../../../lab/making/steps/cannot-go-on.ts';
import { checkPython } from '../../../../../lab/making/steps/python.ts';
import { runProgram } from '../../../../../lab/making/steps/run-program.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

suite('programs that make the demo model', () => {
	const folder = temporaryFolder({ after }, 'programs-');
	const said = (words: RegExp) => (error: unknown) => error instanceof CannotGoOn && words.test(error.message);

	test('what one writes becomes a file when it has ended well, and only then', async () => {
		const to = join(folder, 'out/text');
		await runProgram(process.execPath, ['-e', 'console.log("x".repeat(1e6))'], { cwd: folder, to });
		assert.equal(await readFile(to, 'utf8'), `${'x'.repeat(1e6)}\n`);
		const failed = join(folder, 'failed');
		await assert.rejects(
			runProgram(process.execPath, ['-e', 'console.log(1); process.exit(3)'], { cwd: folder, to: failed, hint: 'Try again.' }),
			said(/failed with status 3; .* Try again\.$/),
		);
		assert.ok(!existsSync(failed));
	});

	test('one that is not there, or is killed, is told in words', async () => {
		await assert.rejects(runProgram(join(folder, 'nothing'), [], { cwd: folder }), said(/nothing' could not be started: .*ENOENT/));
		await assert.rejects(
			runProgram(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'], { cwd: folder }),
			said(/was ended by SIGKILL/),
		);
	});

	const needs = { requirements: join(folder, 'lab/requirements.txt'), modules: ['torch'] };
	const [onCpu, onGpu] = [
		{ ...needs, cuda: false },
		{ ...needs, cuda: true },
	];

	test('a Python that is none is told in words', () => {
		assert.throws(() => checkPython(join(folder, 'python'), onCpu, folder), said(/There is no Python at/));
		assert.throws(() => checkPython(process.execPath, onCpu, folder), said(/There is no Python at/));
	});

	test('a Python without packages, or without the GPU that is wanted, is told before anything is made', {
		skip: process.platform === 'win32' && 'a script of the shell stands for Python',
	}, async () => {
		// Says its version, then ends as it is told to; it finds a GPU when nobody wants one.
		const python = async (name: string, status: number): Promise<string> => {
			const file = join(folder, name);
			await writeFile(
				file,
				`#!/bin/sh\ncase "$2" in *version_info*) echo 3 12;; *"import torch, sys; sys.exit(0)"*) exit 0;; *) echo "No module named 'torch'" >&2; exit ${status};; esac\n`,
				{ mode: 0o755 },
			);
			return file;
		};
		const [bare, withoutGpu] = [await python('bare', 1), await python('without-gpu', 42)];
		assert.throws(
			() => checkPython(bare, onGpu, folder),
			said(/lacks a package: No module named 'torch'\. Install what lab\/requirements\.txt lists/),
		);
		assert.throws(() => checkPython(withoutGpu, onGpu, folder), said(/finds no CUDA device here\. .*--python, or leave out --device\.$/));
		checkPython(withoutGpu, onCpu, folder);
	});
});
