import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { errorNumbers } from '../../../src/error-numbers.ts';
import { UserError } from '../../../src/errors.ts';
import { ownerText } from '../../../src/files/lock-file.ts';
import { asOnlyWriter } from '../../../src/files/writer-lock.ts';
import { startProcess } from '../../support/start-process.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';
import { until } from '../../support/until.ts';
import { slowFileSystem } from './slow-file-system.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const notWritable = (file: string, cause: unknown) => new UserError(errorNumbers.unwritableFile, 'no', { place: { file }, cause });
const alone = { signal: new AbortController().signal, notWritable };
const atOnce = { ...alone, onWait: () => assert.fail('it waited') };
/** As a process writes it whose start is not known. */
const lockOf = async (pid: number): Promise<string> => {
	const { space, host } = z.object({ space: z.string().optional(), host: z.string() }).parse(JSON.parse(await ownerText('other')));
	return JSON.stringify({ token: 'other', pid, host, space });
};
const claimTo = (lock: string, text: string): string => `${lock}.${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
/** Where nobody has the time. */
const pace = { renewEvery: 20, lookEvery: 5, staleAfter: 200 };
const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of a folder that is written to', () => {
	it('lets one in at a time, and is gone afterwards, also after an error', async () => {
		const folder = emptyFolder();
		let inside = 0;
		let max = 0;
		const write = async () => {
			inside++;
			max = Math.max(max, inside);
			await new Promise((done) => {
				setImmediate(done);
			});
			inside--;
		};
		await Promise.all(Array.from({ length: 4 }, async () => asOnlyWriter(folder, alone, write)));
		assert.equal(max, 1);
		await assert.rejects(
			asOnlyWriter(folder, alone, async () => Promise.reject(new Error('no'))),
			/no/,
		);
		assert.ok(!existsSync(join(folder, 'writer.lock')));
	});

	it('is taken over from a process that is gone, at once, and from one that no longer renews it', async () => {
		const folder = emptyFolder();
		const lock = join(folder, 'writer.lock');
		writeFileSync(lock, await lockOf(endedPid()));
		assert.equal(await asOnlyWriter(folder, atOnce, async () => Promise.resolve(1)), 1);
		writeFileSync(lock, await lockOf(process.pid));
		assert.equal(await asOnlyWriter(folder, { ...alone, pace }, async () => Promise.resolve(2)), 2);
		assert.deepEqual(readdirSync(folder), []);
	});

	for (const [rounds, declare] of [
		[2, quickTest],
		[4, slowTest],
	] as const)
		declare(
			`is taken over by one of those who wait, also on a slow drive, and where they are stopped on the way: ${rounds} rounds`,
			async () => {
				const ended = await lockOf(endedPid());
				const end = slowFileSystem(40, ['rename']);
				try {
					for (let round = 0; round < rounds; round++) {
						const folder = emptyFolder();
						const lock = join(folder, 'writer.lock');
						writeFileSync(lock, ended);
						// Somebody who was taking it over was killed, too.
						if (round % 2 === 1) writeFileSync(claimTo(lock, ended), await lockOf(endedPid()));
						let [inside, max] = [0, 0];
						const write = async () => {
							max = Math.max(max, ++inside);
							await wait(3);
							inside--;
						};
						await Promise.all(
							Array.from({ length: 4 }, async () => asOnlyWriter(folder, { ...alone, pace: { ...pace, lookEvery: 1 } }, write)),
						);
						assert.equal(max, 1);
						assert.deepEqual(readdirSync(folder), []);
					}
				} finally {
					end();
				}
			},
		);

	it('is not taken over from a process that runs, however long it gives no sign, nor after a night in which the machine slept', async () => {
		const folder = emptyFolder();
		const lock = join(folder, 'writer.lock');
		// The first: where the system tells one process from a later one of its id. The others: by their renewals.
		const owners = [...(process.platform === 'linux' ? [await ownerText('other')] : []), await lockOf(process.pid)];
		for (const [i, text] of owners.entries()) {
			writeFileSync(lock, text);
			utimesSync(lock, 1, 1);
			const controller = new AbortController();
			const waiting = asOnlyWriter(folder, { notWritable, pace, signal: controller.signal }, async () => Promise.resolve());
			const runs = text.includes('started');
			await wait(runs ? 400 : 30);
			// The owner wakes up as well.
			if (!runs) utimesSync(lock, new Date(), new Date());
			await wait(30);
			assert.equal(readFileSync(lock, 'utf8'), text, String(i));
			controller.abort(new Error('enough'));
			await assert.rejects(waiting, /enough/);
		}
	});

	it('of another container or machine is not judged by its process id', {
		skip: process.platform !== 'linux' && 'no such names',
	}, async () => {
		const folder = emptyFolder();
		const text = (await lockOf(endedPid())).replace(/"space":"[^"]*"/, '"space":"another"');
		writeFileSync(join(folder, 'writer.lock'), text);
		const controller = new AbortController();
		const onWait = () => controller.abort(new Error('enough'));
		await assert.rejects(
			asOnlyWriter(folder, { notWritable, onWait, signal: controller.signal }, async () => Promise.resolve()),
			/enough/,
		);
	});

	it('is not removed by an owner from whom it was taken over', async () => {
		const folder = emptyFolder();
		const lock = join(folder, 'writer.lock');
		const other = await lockOf(process.pid);
		await asOnlyWriter(folder, alone, async () => {
			writeFileSync(lock, other);
			return Promise.resolve();
		});
		assert.equal(readFileSync(lock, 'utf8'), other);
	});

	it('clears away what killed processes have left, once that is old', async () => {
		const folder = emptyFolder();
		const id = '01234567-89ab-4cde-8f01-23456789abcd';
		const left = [`writer.lock.${id}.draft`, `writer.lock.${'0'.repeat(32)}`, `writer.lock.${'0'.repeat(32)}.${id}.draft`];
		const kept = [`writer.lock.${'1'.repeat(32)}`, 'writer.lock.txt', 'text.md'];
		for (const name of [...left, ...kept]) writeFileSync(join(folder, name), '');
		for (const name of [...left, ...kept.slice(1)]) utimesSync(join(folder, name), 1, 1);
		await asOnlyWriter(folder, alone, async () => Promise.resolve());
		assert.deepEqual(readdirSync(folder).toSorted(), kept.toSorted());
	});

	it('is taken over from a process that has ended and that nobody has asked for', {
		skip: process.platform !== 'linux' && 'read from /proc',
	}, async (t) => {
		const folder = emptyFolder();
		// The shell becomes `sleep`, which does not ask for the child that the shell had; it must have, before the child ends, or it asks itself.
		const parent = startProcess(t, 'sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
		const [pid]: unknown[] = await once(parent.stdout.setEncoding('utf8'), 'data');
		await until(() => readFileSync(`/proc/${Number(pid)}/stat`, 'utf8').includes(') Z '), 'the end of the process');
		writeFileSync(join(folder, 'writer.lock'), await lockOf(Number(pid)));
		assert.equal(await asOnlyWriter(folder, atOnce, async () => Promise.resolve(1)), 1);
	});

	it("lies in a folder that is its owner's alone", { skip: process.platform === 'win32' && 'no such modes' }, async () => {
		const folder = join(emptyFolder(), 'models', 'a--b', 'main');
		await asOnlyWriter(folder, alone, async () => Promise.resolve());
		for (const each of [folder, join(folder, '..'), join(folder, '../..')]) assert.equal(statSync(each).mode & 0o777, 0o700);
	});

	it('is respected while its process lives, until one gives up waiting', async () => {
		const folder = emptyFolder();
		writeFileSync(join(folder, 'writer.lock'), await lockOf(process.pid));
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
