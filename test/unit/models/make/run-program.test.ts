import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { CannotGoOn } from '../../../../models/demo/make/cannot-go-on.ts';
import { checkPython } from '../../../../models/demo/make/python.ts';
import { runProgram } from '../../../../models/demo/make/run-program.ts';

suite('programs that make the demo model', () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'programs-'));
	});
	after(() => rm(folder, { recursive: true }));
	const said = (words: RegExp) => (error: unknown) => error instanceof CannotGoOn && words.test(error.message);

	test('what one writes becomes a file when it has ended well, and only then', async () => {
		const to = join(folder, 'out/text');
		await runProgram(process.execPath, ['-e', 'console.log("x".repeat(1e6))'], { cwd: folder, to });
		assert.equal(await readFile(to, 'utf8'), `${'x'.repeat(1e6)}\n`);
		const failed = join(folder, 'failed');
		await assert.rejects(runProgram(process.execPath, ['-e', 'console.log(1); process.exit(3)'], { cwd: folder, to: failed, hint: 'Try again.' }), said(/failed with status 3; .* Try again\.$/));
		assert.ok(!existsSync(failed));
	});

	test('one that is not there, or is killed, is told in words', async () => {
		await assert.rejects(runProgram(join(folder, 'nothing'), [], { cwd: folder }), said(/nothing' could not be started: .*ENOENT/));
		await assert.rejects(runProgram(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'], { cwd: folder }), said(/was ended by SIGKILL/));
	});

	test('a Python that is none is told in words', () => {
		assert.throws(() => checkPython(join(folder, 'python')), said(/There is no Python at/));
		assert.throws(() => checkPython(process.execPath), said(/There is no Python at/));
	});
});
