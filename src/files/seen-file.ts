import { stat } from 'node:fs/promises';
import { hasCode } from '../errors.ts';
import { isAbsent } from './absent-file.ts';
import { ChangedMeanwhile, replaceDurably, type WritingSystem } from './durable-file.ts';

/** What lay at a place when somebody looked, before long work. */
export interface SeenFile {
	/** Tells one file, and one writing of it, from another; `null`: nothing lay there. */
	readonly state: string | null;
}

/** Looks at what lies at `path`. Rejects as the file system does. */
export async function seenAt(path: string): Promise<SeenFile> {
	try {
		const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
		return { state: [dev, ino, size, mtimeNs].join(' ') };
	} catch (error) {
		if (isAbsent(error)) return { state: null };
		throw error;
	}
}

/**
 * Writes a file whole or not at all, so that it lasts, in the place of what was seen there: where another program has written it since, or made one where none was,
 * that stays, and this rejects with `ChangedMeanwhile`. Otherwise rejects as the file system does.
 * @param mode of the file; absent: its owner alone reads and writes it
 */
export async function replaceSeen(
	path: string,
	bytes: Uint8Array | string,
	seen: SeenFile,
	{ mode, system }: { readonly mode?: number | 'usual'; readonly system?: WritingSystem } = {},
): Promise<void> {
	const isNew = seen.state === null;
	try {
		await replaceDurably(path, bytes, { mode, lastLook: () => requireSeen(path, seen), isNew }, system);
	} catch (error) {
		throw isNew && hasCode(error, 'EEXIST') ? new ChangedMeanwhile() : error;
	}
}

/** Rejects with `ChangedMeanwhile` where something else lies at `path` by now, and as the file system does. */
export async function requireSeen(path: string, { state }: SeenFile): Promise<void> {
	if ((await seenAt(path)).state !== state) throw new ChangedMeanwhile();
}
