import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { errorNumbers } from '../../../src/error-numbers.ts';
import { UserError } from '../../../src/errors.ts';
import { asOnlyWriter } from '../../../src/files/writer-lock.ts';
import { emptyFolder } from '../lm/safety/folder-builder.ts';
import { until } from '../../support/until.ts';

const notWritable = (file: string, cause: unknown) => new UserError(errorNumbers.unwritableFile, 'no', { place: { file }, cause });
const alone = { signal: new AbortController().signal, notWritable };
const atOnce = { ...alone, onWait: () => assert.fail('it waited') };
const lockOf = (pid: number) => JSON.stringify({ token: 'other', pid, host: hostname() });

describe('the lock of a folder that is written to', () => {
	it('lets one in at a time, and is gone afterwards, also after an error', async () => {
		const folder = emptyFolder();
		let inside = 0;
		let most = 0;
		const write = async () => {
			inside++;
			most = Math.max(most, inside);
			await new Promise((done) => {
				setImmediate(done);
			});
			inside--;
		};
		await Promise.all(Array.from({ length: 4 }, async () => asOnlyWriter(folder, alone, write)));
		assert.equal(most, 1);
		await assert.rejects(
			asOnlyWriter(folder, alone, async () => Promise.reject(new Error('no'))),
			/no/,
		);
		assert.ok(!existsSync(join(folder, 'writer.lock')));
	});

	it('is taken over from a process that is gone, and from one that no longer renews it', async () => {
		const folder = emptyFolder();
		const { pid } = spawnSync(process.execPath, ['-e', '']);
		const lock = join(folder, 'writer.lock');
		writeFileSync(lock, lockOf(pid));
		assert.equal(await asOnlyWriter(folder, atOnce, async () => Promise.resolve(1)), 1);
		writeFileSync(lock, lockOf(process.pid));
		utimesSync(lock, 1, 1);
		assert.equal(await asOnlyWriter(folder, atOnce, async () => Promise.resolve(2)), 2);
	});

	it('is taken over from a process that has ended and that nobody has asked for', {
		skip: process.platform !== 'linux' && 'read from /proc',
	}, async () => {
		const folder = emptyFolder();
		// The shell becomes `sleep`, which does not ask for the child that the shell had; it must have, before the child ends, or it asks itself.
		const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
		try {
			const [pid]: unknown[] = await once(parent.stdout.setEncoding('utf8'), 'data');
			await until(() => readFileSync(`/proc/${Number(pid)}/stat`, 'utf8').includes(') Z '), 'the end of the process');
			writeFileSync(join(folder, 'writer.lock'), lockOf(Number(pid)));
			assert.equal(await asOnlyWriter(folder, atOnce, async () => Promise.resolve(1)), 1);
		} finally {
			parent.kill();
		}
	});

	it("lies in a folder that is its owner's alone", { skip: process.platform === 'win32' && 'no such modes' }, async () => {
		const folder = join(emptyFolder(), 'models', 'a--b', 'main');
		await asOnlyWriter(folder, alone, async () => Promise.resolve());
		for (const each of [folder, join(folder, '..'), join(folder, '../..')]) assert.equal(statSync(each).mode & 0o777, 0o700);
	});

	it('is respected while its process lives, until one gives up waiting', async () => {
		const folder = emptyFolder();
		writeFileSync(join(folder, 'writer.lock'), lockOf(process.pid));
		const controller = new AbortController();
		await assert.rejects(
			asOnlyWriter(folder, { notWritable, signal: controller.signal, onWait: () => controller.abort(new Error('enough')) }, async () =>
				Promise.resolve(),
			),
			/enough/,
		);
		assert.ok(existsSync(join(folder, 'writer.lock')));
	});

	it('says when the folder cannot be written to', async () => {
		const file = join(emptyFolder(), 'file');
		writeFileSync(file, '');
		await assert.rejects(
			asOnlyWriter(join(file, 'below'), alone, async () => Promise.resolve()),
			{ code: 'RA507' },
		);
	});
});
