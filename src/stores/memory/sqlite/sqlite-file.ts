import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { errorNumbers } from '../../../error-numbers.ts';
import { UserError } from '../../../errors.ts';
import { isAbsent } from '../../../files/unreadable.ts';
import type { FileKind } from '../../../files/file-kind.ts';
import { openFile, readHead, type OpenedFile } from '../../../files/read-file.ts';
import { unlessAborted } from '../../../unless-aborted.ts';
import { readOnlyFiles } from './read-only-files.ts';
import type { SqliteConnection, SqliteValue } from './sqlite-api.ts';
import { forgetSqliteLibrary, sqliteLibrary } from './sqlite-library.ts';

const databaseFile: FileKind = {
	subject: 'This database',
	max: Number.MAX_SAFE_INTEGER,
	code: errorNumbers.unreadableDatabase,
	hint: 'Name a database file that you may read.',
	ofWorkspace: true,
};

const magic = 'SQLite format 3\0';
/** How often a page is read anew where the file has changed under it. */
const maxAttempts = 5;
/** The most bytes of a value. */
const longestValue = 64 * 2 ** 20;

export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** Asks a database; synchronous, because SQLite is. */
export interface SqliteQueries {
	readonly rows: (sql: string, values?: readonly SqliteValue[]) => SqliteRow[];
	readonly run: (sql: string) => void;
}

/** Whether a file begins as SQLite's do; `false` where there is none. @throws {UserError} RA340 where it cannot be read. */
export async function isSqliteFile(path: string): Promise<boolean> {
	const found = await stat(path).catch((error: unknown) => {
		if (isAbsent(error)) return null;
		throw error;
	});
	if (found === null || !found.isFile()) return false;
	return (await readHead(path, magic.length, databaseFile))?.toString('latin1') === magic;
}

/**
 * A SQLite database that is read where it lies and never written: also rows that are in its write-ahead log alone. Nothing is locked, so that
 * the program that it belongs to goes on undisturbed; what was read while it wrote is read again.
 */
export class SqliteFile {
	readonly path: string;
	/** Run at each opening, such as what makes temporary tables. */
	readonly #prepare: (queries: SqliteQueries) => void;
	#opened: Opened | null = null;
	#turn: Promise<unknown> = Promise.resolve();
	#isClosed = false;

	private constructor(path: string, prepare: (queries: SqliteQueries) => void) {
		this.path = path;
		this.#prepare = prepare;
	}

	/** @throws {UserError} RA340 where it cannot be read as a database. */
	static async open(path: string, prepare: (queries: SqliteQueries) => void = () => undefined): Promise<SqliteFile> {
		const file = new SqliteFile(path, prepare);
		try {
			await file.read(() => undefined);
			return file;
		} catch (error) {
			await file.close();
			throw error;
		}
	}

	/**
	 * What `ask` finds, of one state of the database: it is asked again where another program wrote meanwhile.
	 * @throws {UserError} RA340 for a damaged or locked file, RA349 where it is written again and again; the signal's reason.
	 */
	read<T>(ask: (queries: SqliteQueries) => T, signal?: AbortSignal): Promise<T> {
		const turn = this.#turn.then(() => this.#readNow(ask, signal));
		this.#turn = turn.catch(() => undefined);
		return signal === undefined ? turn : unlessAborted(turn, signal);
	}

	/** SHA-256 of what changes with every write. */
	async state(): Promise<string> {
		return stampOf(this.path);
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#turn;
		await this.#closeFiles();
	}

	async #readNow<T>(ask: (queries: SqliteQueries) => T, signal: AbortSignal | undefined): Promise<T> {
		for (let attempt = 0; attempt < maxAttempts; attempt++) {
			signal?.throwIfAborted();
			/* oxlint-disable no-await-in-loop -- one attempt behind the other */
			const opened = await this.#current();
			const result = attempted(() => ask(opened.queries));
			const isSame = opened.stamp === (await stampOf(this.path));
			/* oxlint-enable no-await-in-loop */
			// A program that has trapped cannot be trusted with another database.
			if ('error' in result && isTrap(result.error)) forgetSqliteLibrary();
			if (!isSame) continue;
			if ('value' in result) return result.value;
			if (!isSqliteError(result.error)) throw result.error;
			throw unreadableDatabase(
				this.path,
				`SQLite says '${result.error.message}'`,
				'It may be damaged: try a copy, or its backup.',
				result.error,
			);
		}
		throw new UserError(errorNumbers.memoryStoreChanged, 'This database is being written while it is read.', {
			place: { file: this.path },
			hint: 'Stop the program that writes it, or scan a copy that is made with `sqlite3 FILE ".backup COPY"`.',
		});
	}

	/** The database as it stands now, opened anew where it has changed. */
	async #current(): Promise<Opened> {
		if (this.#isClosed) throw new Error('the store is closed');
		const stamp = await stampOf(this.path);
		if (this.#opened?.stamp === stamp) return this.#opened;
		await this.#closeFiles();
		this.#opened = await openDatabase(this.path, stamp, this.#prepare);
		return this.#opened;
	}

	async #closeFiles(): Promise<void> {
		const opened = this.#opened;
		this.#opened = null;
		await opened?.close();
	}
}

interface Opened {
	readonly stamp: string;
	readonly queries: SqliteQueries;
	close(): Promise<void>;
}

let count = 0;

async function openDatabase(path: string, stamp: string, prepare: (queries: SqliteQueries) => void): Promise<Opened> {
	const { sqlite, files } = await sqliteLibrary();
	const name = `/${++count}`;
	const opened: OpenedFile[] = [];
	let connection: SqliteConnection | null = null;
	const close = async (): Promise<void> => {
		connection?.close();
		connection = null;
		for (const suffix of ['', '-wal']) files.delete(name + suffix);
		await Promise.all(opened.splice(0).map((file) => file[Symbol.asyncDispose]()));
	};
	try {
		await requireNoJournal(path);
		for (const suffix of ['', '-wal']) {
			// oxlint-disable-next-line no-await-in-loop -- two files
			const file = await openFile(path + suffix, databaseFile);
			if (file === undefined) continue;
			opened.push(file);
			files.set(name + suffix, file.handle.fd);
		}
		if (!files.has(name)) throw unreadableDatabase(path, 'there is no such file', databaseFile.hint);
		const database = new sqlite.oo1.DB({ filename: name, flags: 'r', vfs: readOnlyFiles });
		connection = database;
		const { capi } = sqlite;
		// A file is somebody else's: its views, triggers and expressions may call no function that does more than reckon.
		capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 0);
		capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
		capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, longestValue);
		// Alone, so that the log's index is held in memory; temporary tables are held there as well.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;');
		const queries = queriesOf(database);
		prepare(queries);
		return { stamp, queries, close };
	} catch (error) {
		await close();
		if (!isSqliteError(error)) throw error;
		throw unreadableDatabase(path, `SQLite says '${error.message}'`, 'Name a database that is neither damaged nor encrypted.', error);
	}
}

function queriesOf(database: SqliteConnection): SqliteQueries {
	return {
		run: (sql) => void database.exec(sql),
		rows: (sql, values = []) => {
			const statement = database.prepare(sql);
			try {
				if (values.length > 0) statement.bind(values);
				const rows: SqliteRow[] = [];
				while (statement.step()) rows.push(statement.get({}));
				return rows;
			} finally {
				statement.finalize();
			}
		},
	};
}

/** A journal beside a database holds what has to go back into it: another program is in the middle of writing, or was ended there. */
async function requireNoJournal(path: string): Promise<void> {
	// It is kept, empty or zeroed, by some programs.
	const head = await readHead(`${path}-journal`, 28, databaseFile);
	if (head === undefined || head.length < 28 || head.every((byte) => byte === 0)) return;
	throw unreadableDatabase(
		path,
		`a program is in the middle of writing it, or was ended there ('${path}-journal')`,
		'Wait for that program, or start it once: it puts the database right.',
	);
}

async function stampOf(path: string): Promise<string> {
	const hash = createHash('sha256');
	for (const suffix of ['', '-wal', '-journal']) {
		// oxlint-disable-next-line no-await-in-loop -- three files
		const found = await statOf(path + suffix);
		hash.update(found === null ? 'none;' : `${found.size} ${found.mtimeNs} ${found.ino};`);
		// oxlint-disable-next-line no-await-in-loop -- as above
		if (found?.isFile() === true) hash.update((await readHead(path + suffix, 100, databaseFile)) ?? '');
	}
	return hash.digest('hex');
}

async function statOf(path: string) {
	try {
		return await stat(path, { bigint: true });
	} catch (error) {
		if (isAbsent(error)) return null;
		throw unreadableDatabase(path, error instanceof Error ? error.message : String(error), databaseFile.hint, error);
	}
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

function attempted<T>(act: () => T): Attempt<T> {
	try {
		return { value: act() };
	} catch (error) {
		return { error };
	}
}

/** SQLite's own errors, and a trap of its program that a damaged file led to. */
function isSqliteError(error: unknown): error is Error {
	return error instanceof Error && (error.name === 'SQLite3Error' || isTrap(error));
}

/** Node's types do not know WebAssembly's own errors. */
function isTrap(error: unknown): boolean {
	return error instanceof Error && error.name === 'RuntimeError';
}

/** The error of a database that is none, or none that can be read now. */
function unreadableDatabase(path: string, why: string, hint: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.unreadableDatabase, `This database cannot be read: ${why}.`, { place: { file: path }, hint, cause });
}
