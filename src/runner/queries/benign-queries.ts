import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isAbsent, unreadable } from '../../files/unreadable.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** A file of benign queries, which make the empirical threshold. */
export interface BenignFile {
	readonly path: string;
	/** What it lies beside, where nobody named it. */
	readonly foundBeside: 'log' | 'store' | null;
}

/** Name of the file that a folder's logs and stores share; a log or store of its own has `NAME.` before it. */
const defaultName = 'benign.queries.jsonl';

/**
 * The benign queries of a log and a store: the file that was named, or else one beside them, the log's own first (`NAME.benign.queries.jsonl`, of the
 * log's or the store's name), then one that a folder shares. `null`: there is none. Rejects with RA506 where a folder cannot be looked into.
 * @param given `log` is absent where a store alone is at hand; `find`: whether to look for one that nobody named
 */
export async function benignFile({
	log,
	store,
	named,
	find,
}: {
	readonly log?: string;
	readonly store: string;
	readonly named: string | undefined;
	readonly find: boolean;
}): Promise<BenignFile | null> {
	if (named !== undefined) return { path: resolve(named), foundBeside: null };
	if (!find) return null;
	const beside = [
		...(log === undefined ? [] : [{ path: resolve(log), foundBeside: 'log' as const }]),
		...(isStoreAddress(store) ? [] : [{ path: resolve(store), foundBeside: 'store' as const }]),
	];
	const names = [(path: string) => `${stem(path)}.${defaultName}`, () => defaultName];
	for (const name of names)
		for (const { path, foundBeside } of beside) {
			const file = join(dirname(path), name(path));
			// A log of benign queries is not its own measure.
			// oxlint-disable-next-line no-await-in-loop -- four at most, in their order
			if (beside.every((one) => one.path !== file) && (await isThere(file))) return { path: file, foundBeside };
		}
	return null;
}

/** A file's name without what says its kind: of `log.jsonl`, `log.queries.jsonl` and `log.rag.md` alike `log`. */
function stem(path: string): string {
	return basename(path)
		.replace(/\.[^.]+$/, '')
		.replace(/\.(?:queries|entries|rag)$/, '');
}

async function isThere(file: string): Promise<boolean> {
	try {
		return (await stat(file)).isFile();
	} catch (cause) {
		if (isAbsent(cause)) return false;
		throw unreadable(file, fileKinds.dataSet, cause);
	}
}
