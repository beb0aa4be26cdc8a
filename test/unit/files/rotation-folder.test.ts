import assert from 'node:assert/strict';
import {
	appendFileSync,
	chmodSync,
	copyFileSync,
	mkdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { FollowedFile, type FileEvent } from '../../../src/files/followed-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A log that is followed: what happens between two calls of `upTo` happens between two looks. */
interface FollowedLog {
	readonly log: string;
	/** What is heard up to something that ends so: lines as they are, of other events what they say. */
	readonly upTo: (text: string) => Promise<string[]>;
}

const kind = { ...fileKinds.dataSet, max: 2000 };

async function follow(t: TestContext, { name = 'log' } = {}): Promise<FollowedLog> {
	const log = join(temporaryFolder(t), name);
	writeFileSync(log, 'read\n');
	const events = await eventsOf(t, log);
	const upTo = async (text: string): Promise<string[]> => {
		const heard: string[] = [];
		for (;;) {
			const { value } = await events.next();
			assert.ok(value !== undefined);
			heard.push(said(value));
			if (said(value).endsWith(text)) return heard;
		}
	};
	await upTo('read\n');
	return { log, upTo };
}

async function eventsOf(t: TestContext, log: string): Promise<AsyncGenerator<FileEvent>> {
	const followed = await FollowedFile.open(log, kind);
	t.after(() => followed[Symbol.asyncDispose]());
	return followed.events({ signal: t.signal, pace: 1 });
}

function said(event: FileEvent): string {
	if (event.kind === 'lines') return event.text;
	if (event.kind !== 'missed') return event.kind;
	const { why, ...more } = event.missed;
	return ['missed', why, ...Object.values(more).flat()].join(' ');
}

/** As a program rotates that renames the log. */
function rename(log: string, to: string, next: string): void {
	renameSync(log, to);
	writeFileSync(log, next);
}

/** As logrotate does with `copytruncate`. */
function copyAndCut(log: string, to: string, next: string): void {
	copyFileSync(log, to);
	truncateSync(log, 0);
	appendFileSync(log, next);
}

describe('files that a log is rotated to between two looks', () => {
	it('that had the name in between are read, in order', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		rename(log, `${log}.3`, 'second\n');
		rename(log, `${log}.2`, 'third\n');
		rename(log, `${log}.1`, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['late\n', 'replaced', 'second\n', 'replaced', 'third\n', 'replaced', 'fourth\n']);
	});

	it('are read while the log has no name, or nothing in it', async (t) => {
		const { log, upTo } = await follow(t);
		rename(log, `${log}.2`, 'second\n');
		renameSync(log, `${log}.1`);
		assert.deepEqual(await upTo('second\n'), ['replaced', 'second\n']);
		writeFileSync(log, '');
		appendFileSync(`${log}.1`, 'late\n');
		assert.deepEqual(await upTo('late\n'), ['late\n']);
		appendFileSync(log, 'third\n');
		assert.deepEqual(await upTo('third\n'), ['replaced', 'third\n']);
	});

	for (const [name, first, second] of [
		['queries.jsonl', 'queries-20260131.jsonl', 'queries-20260201.jsonl'],
		['queries.jsonl', 'queries.2.jsonl', 'queries.1.jsonl'],
		['queries.jsonl', 'queries.jsonl-20260131', 'queries.jsonl-20260201'],
		['queries.jsonl', 'queries.jsonl.2026-01-31_23', 'queries.jsonl.2026-02-01_00'],
		['log', 'log.10', 'log.9'],
		['log', 'log.mon', 'log.tue'],
		['log', 'log.older', 'log.old'],
		['log', 'log.0f8fad5b-d9cb-469f-a165-70867728950e', 'log.7c9e6679-7425-40de-944b-e07fc1f90ae7'],
		['queries.jsonl', 'queries-mon.jsonl', 'queries-tue.jsonl'],
	] as const)
		it(`are found by the names ${first} and ${second}`, async (t) => {
			const { log, upTo } = await follow(t, { name });
			rename(log, join(log, '..', first), 'second\n');
			rename(log, join(log, '..', second), 'third\n');
			assert.deepEqual(await upTo('third\n'), ['replaced', 'second\n', 'replaced', 'third\n']);
		});

	it('are found where a link has the name', async (t) => {
		const folder = temporaryFolder(t);
		const [real, log] = [join(folder, 'real', '0.log'), join(folder, 'container.log')];
		mkdirSync(join(folder, 'real'));
		writeFileSync(real, 'read\n');
		symlinkSync(real, log);
		const events = await eventsOf(t, log);
		const next = async (): Promise<string> => said((await events.next()).value as FileEvent);
		assert.equal(await next(), 'read\n');
		rename(real, `${real}.20260131-235900`, 'second\n');
		rename(real, `${real}.20260201-000000`, 'third\n');
		assert.deepEqual([await next(), await next(), await next(), await next()], ['replaced', 'second\n', 'replaced', 'third\n']);
	});

	it('are read that were put away before anybody asked what happens', async (t) => {
		const log = join(temporaryFolder(t), 'log');
		writeFileSync(log, 'first\n');
		const events = await eventsOf(t, log);
		rename(log, `${log}.1`, 'second\n');
		copyAndCut(log, `${log}.2`, 'third\n');
		const heard = [];
		for await (const event of events) if (heard.push(said(event)) === 5) break;
		assert.deepEqual(heard, ['first\n', 'replaced', 'second\n', 'replaced', 'third\n']);
	});

	it('hold what a log had before it was cut', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		copyAndCut(log, `${log}.1`, 'second\n');
		assert.deepEqual(await upTo('second\n'), ['late\n', 'cut', 'second\n']);
		// It is as long as what was read, and the copy lies over the one before.
		appendFileSync(log, 'later\nhalf');
		copyAndCut(log, `${log}.1`, 'thirds\n');
		assert.deepEqual(await upTo('thirds\n'), ['later\n', 'half', 'cut', 'thirds\n']);
	});

	it('hold what a log had before it was cut a second time', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		copyAndCut(log, `${log}.2`, 'read\nsecond\n');
		copyAndCut(log, `${log}.1`, 'third\n');
		assert.deepEqual(await upTo('third\n'), ['late\n', 'cut', 'read\nsecond\n', 'cut', 'third\n']);
	});

	it('hold what a log had that was empty when it was looked at', async (t) => {
		const { log, upTo } = await follow(t);
		copyAndCut(log, `${log}.3`, '');
		assert.deepEqual(await upTo('cut'), ['cut']);
		appendFileSync(log, 'second\n');
		copyAndCut(log, `${log}.2`, 'third\n');
		copyAndCut(log, `${log}.1`, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['second\n', 'cut', 'third\n', 'cut', 'fourth\n']);
	});

	it('are read when the log is cut, and not when it is copied', async (t) => {
		const { log, upTo } = await follow(t);
		rename(log, `${log}.3`, 'second\n');
		assert.deepEqual(await upTo('replaced'), ['replaced']);
		rename(log, `${log}.2`, 'third\n');
		copyFileSync(log, `${log}.1`);
		assert.deepEqual(await upTo('second\n'), ['second\n']);
		truncateSync(log, 0);
		appendFileSync(log, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['replaced', 'third\n', 'replaced', 'fourth\n']);
	});

	it('may be cut and renamed in turn', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		copyAndCut(log, `${log}.4`, 'second\n');
		rename(log, `${log}.3`, 'third\n');
		copyAndCut(log, `${log}.2`, 'fourth\n');
		rename(log, `${log}.1`, 'fifth\n');
		assert.deepEqual(
			(await upTo('fifth\n')).filter((one) => one.endsWith('\n')),
			['late\n', 'second\n', 'third\n', 'fourth\n', 'fifth\n'],
		);
	});

	it('are not read again: copies of what the log still holds, and what lay there before', async (t) => {
		const { log, upTo } = await follow(t);
		copyFileSync(log, `${log}.1`);
		appendFileSync(log, 'more\n');
		assert.deepEqual(await upTo('more\n'), ['more\n']);
		// The copy ends before what was read: what came between it and the cut is nowhere.
		truncateSync(log, 0);
		appendFileSync(log, 'second\n');
		assert.deepEqual(await upTo('second\n'), ['missed cut', 'cut', 'second\n']);
		rename(log, `${log}.2`, 'third\n');
		assert.deepEqual(await upTo('third\n'), ['replaced', 'third\n']);
		renameSync(`${log}.1`, `${log}.3`);
		rename(log, `${log}.1`, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['replaced', 'fourth\n']);
	});

	it('are told from files of others: another log, a sidecar, and an old file that was put back', async (t) => {
		const { log, upTo } = await follow(t, { name: 'worker.log' });
		const beside = (name: string): string => join(log, '..', name);
		writeFileSync(beside('worker-2.log'), 'of another\n');
		writeFileSync(beside('worker-2.log.1'), 'of another\n');
		writeFileSync(beside('worker.log.rag-assay.json'), '{}\n');
		writeFileSync(beside('worker.log.7'), 'old\n');
		utimesSync(beside('worker.log.7'), 1, 1);
		rename(log, `${log}.1`, 'second\n');
		assert.deepEqual(await upTo('second\n'), ['replaced', 'second\n']);
	});
});

describe('lines that may be missing', () => {
	it('are said where a log was cut, and no copy is there', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'lost\n');
		writeFileSync(log, 'second\n');
		assert.deepEqual(await upTo('second\n'), ['missed cut', 'cut', 'second\n']);
	});

	it('are said where the copy was overwritten by the next one', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'lost\n');
		copyAndCut(log, `${log}.1`, 'second\n');
		copyAndCut(log, `${log}.1`, 'third\n');
		assert.deepEqual(await upTo('third\n'), ['missed cut', 'cut', 'second\n', 'cut', 'third\n']);
	});

	it('are said where a new file has the name of another kind of rotation, once', async (t) => {
		const { log, upTo } = await follow(t);
		rename(log, `${log}.alpha`, 'lost\n');
		rename(log, `${log}.beta`, 'third\n');
		assert.deepEqual(await upTo('third\n'), ['missed unlike log.beta', 'replaced', 'third\n']);
		rename(log, `${log}.gamma`, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['replaced', 'fourth\n']);
	});

	it('are not said of a copy of what was read, whatever its name', async (t) => {
		const { log, upTo } = await follow(t);
		copyFileSync(log, `${log}.bak`);
		rename(log, `${log}.old`, 'second\n');
		assert.deepEqual(await upTo('second\n'), ['replaced', 'second\n']);
	});

	it('are said where the file that was read is gone', async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		rename(log, `${log}.1`, 'lost\n');
		rename(log, `${log}.2`, 'third\n');
		rmSync(`${log}.1`);
		rmSync(`${log}.2`);
		assert.deepEqual(await upTo('third\n'), ['late\n', 'missed gone', 'replaced', 'third\n']);
	});

	it('are said where files were compressed that nobody has read, and not where only the file was that was read', async (t) => {
		const { log, upTo } = await follow(t);
		const compress = (file: string): void => {
			writeFileSync(`${file}.gz`, 'compressed');
			rmSync(file);
		};
		rename(log, `${log}.1`, 'second\n');
		compress(`${log}.1`);
		assert.deepEqual(await upTo('second\n'), ['replaced', 'second\n']);
		renameSync(`${log}.1.gz`, `${log}.3.gz`);
		rename(log, `${log}.2`, 'lost\n');
		compress(`${log}.2`);
		rename(log, `${log}.1`, 'fourth\n');
		compress(`${log}.1`);
		assert.deepEqual(await upTo('fourth\n'), [`missed compressed ${basename(log)}.1.gz ${basename(log)}.2.gz`, 'replaced', 'fourth\n']);
		// As with logrotate's `delaycompress`.
		renameSync(`${log}.2.gz`, `${log}.4.gz`);
		rename(log, `${log}.2`, 'fifth\n');
		rename(log, `${log}.1`, 'sixth\n');
		compress(`${log}.2`);
		assert.deepEqual(await upTo('sixth\n'), ['replaced', 'fifth\n', 'replaced', 'sixth\n']);
	});

	it('are said where a file cannot be read; what comes after it is', async (t) => {
		const { log, upTo } = await follow(t);
		rename(log, `${log}.2`, 'x'.repeat(3000));
		rename(log, `${log}.1`, 'third\n');
		assert.deepEqual(await upTo('third\n'), [
			'missed unreadable log.1 it has 3000 bytes, and at most 2000 are read of such a file',
			'replaced',
			'third\n',
		]);
		rename(log, `${log}.3`, 'fourth\n');
		assert.deepEqual(await upTo('fourth\n'), ['replaced', 'fourth\n']);
	});

	const unlisted = process.platform === 'win32' ? 'Windows has no folder whose files can be read and not listed' : false;
	it('are said where the folder cannot be listed; the log is followed', { skip: unlisted }, async (t) => {
		const { log, upTo } = await follow(t);
		appendFileSync(log, 'late\n');
		rename(log, `${log}.1`, 'second\n');
		const folder = join(log, '..');
		chmodSync(folder, 0o311);
		// The owner of everything lists every folder.
		const isRoot = process.geteuid?.() === 0;
		if (isRoot) process.seteuid?.(65_534);
		try {
			assert.deepEqual(await upTo('second\n'), ['late\n', 'missed folder you do not have permission', 'replaced', 'second\n']);
		} finally {
			if (isRoot) process.seteuid?.(0);
			chmodSync(folder, 0o700);
		}
	});
});
