import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasCode, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { unreadable } from '../../files/unreadable.ts';
import { sha256Of } from './record-line.ts';
import { noCorpus } from './refusals.ts';

export interface LedgerChoice {
	/** Folder of documents; not looked at where a ledger is named. */
	readonly corpus: string;
	/** The ledger's file. */
	readonly ledger?: string | undefined;
	/** Where ledgers lie that nobody has named. */
	readonly dataDirectory: string;
}

/** Digits of the hash in a name: two corpora of one name are told apart by them. */
const hashDigits = 16;
/** Signs of four bytes at most: with all that is put behind the name, it stays below the 255 bytes that file systems take. */
const longestName = 40;

/**
 * Which file is the ledger: the one that is named, or that of the corpus among the user's own data, by its readable name and a hash of its folder's real path.
 * @throws {UserError} RA905 where neither a ledger is named nor the corpus is a folder.
 */
export async function ledgerFile({ corpus, ledger, dataDirectory }: LedgerChoice): Promise<string> {
	if (ledger !== undefined) return resolve(ledger);
	const folder = await realFolder(resolve(corpus));
	return join(ledgersFolder(dataDirectory), `${readableName(folder)}-${sha256Of(folder).slice(0, hashDigits)}.jsonl`);
}

/** Folder of the ledgers that nobody has named. */
export function ledgersFolder(dataDirectory: string): string {
	return join(dataDirectory, 'ledgers');
}

/** How a corpus is called whose ledger is this file. */
export function corpusName(file: string): string {
	return basename(file).replace(/(?<=.)(?:-[0-9a-f]{16})?\.jsonl$/u, '');
}

/** A file's path without links, also where the file, or its folder, is not there yet. @throws {UserError} RA904. */
export async function realPlace(file: string): Promise<string> {
	try {
		return await realpath(file);
	} catch (cause) {
		if (!hasCode(cause, 'ENOENT', 'ENOTDIR')) throw unreadable(file, fileKinds.ledger, cause);
		const folder = dirname(file);
		return folder === file ? file : join(await realPlace(folder), basename(file));
	}
}

async function realFolder(folder: string): Promise<string> {
	try {
		if (!(await stat(folder)).isDirectory()) throw noCorpus(folder, undefined);
		return await realpath(folder);
	} catch (cause) {
		throw cause instanceof UserError ? cause : noCorpus(folder, cause);
	}
}

/** What of a folder's name any file system takes: letters, digits, and some signs between them. */
function readableName(folder: string): string {
	const plain = basename(folder)
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
		.replaceAll(/^[-.]+|[-.]+$/gu, '');
	return Array.from(plain).slice(0, longestName).join('') || 'corpus';
}
