import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode, type UserError } from '../errors.ts';
import { LockFile, defaultPace, type LockPace } from './lock-file.ts';
import { ownerOnly } from './durable-file.ts';

export interface WriterLockOptions {
	readonly signal: AbortSignal;
	/** Of the lock's file. */
	readonly name?: string;
	/** Whether a folder that is not there is made; it is, by default. */
	readonly makesFolder?: boolean;
	/** Called once where one has to wait. */
	readonly onWait?: () => void;
	/** The error of a folder that cannot be written to. */
	readonly notWritable: (folder: string, cause: unknown) => UserError;
	/** Replaced in tests that cannot wait. */
	readonly pace?: LockPace;
}

/**
 * Runs `write` while no other process writes to `folder`, which is made where there is none, unless `makesFolder` says otherwise; waits its turn.
 * The lock is a file in it (`lock-file.ts`), renewed while it is held; one whose process is gone is taken over.
 * @throws {UserError} `notWritable`'s when the folder cannot be written to; the signal's reason when aborted while waiting.
 */
export async function asOnlyWriter<T>(
	folder: string,
	{ signal, onWait, notWritable, name = 'writer.lock', makesFolder = true, pace = defaultPace }: WriterLockOptions,
	write: () => Promise<T>,
): Promise<T> {
	const saying = async <U>(act: () => Promise<U>): Promise<U> => {
		try {
			return await act();
		} catch (cause) {
			throw cause instanceof Error && 'syscall' in cause ? notWritable(folder, cause) : cause;
		}
	};
	if (makesFolder) await saying(() => mkdir(folder, { recursive: true, mode: ownerOnly }));
	const lock = new LockFile(join(folder, name), pace);
	for (let said = false; !(await saying(() => lock.take())); ) {
		signal.throwIfAborted();
		if (!said) onWait?.();
		said = true;
		await wait(pace.lookEvery);
	}
	const renewal = setInterval(() => {
		lock.renew().catch((error: unknown) => {
			// A lock that is gone cannot be renewed; the release below looks whose it is. Another failure may be over the next time.
			if (hasCode(error, 'ENOENT')) clearInterval(renewal);
		});
	}, pace.renewEvery);
	renewal.unref();
	try {
		await saying(() => lock.sweep());
		return await write();
	} finally {
		clearInterval(renewal);
		await saying(() => lock.release());
	}
}
