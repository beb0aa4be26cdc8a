import { isSqliteFile, SqliteFile, type SqliteQueries } from './sqlite-file.ts';

/** Columns by tables. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/**
 * Opens a file that is a SQLite database with these tables; `null`: it is none. `prepare` as of `SqliteFile.open`.
 * @throws {UserError} RA340 where it is one that cannot be read; the signal's reason.
 */
export async function openSqliteWith(
	path: string,
	tables: Tables,
	signal: AbortSignal,
	prepare?: (queries: SqliteQueries) => void,
): Promise<SqliteFile | null> {
	signal.throwIfAborted();
	if (!(await isSqliteFile(path))) return null;
	const plain = await SqliteFile.open(path);
	let isSuch = false;
	try {
		isSuch = await plain.read((queries) => hasTables(queries, tables), signal);
		if (isSuch && prepare === undefined) return plain;
	} finally {
		if (!isSuch || prepare !== undefined) await plain.close();
	}
	return isSuch ? SqliteFile.open(path, prepare) : null;
}

/** Whether a database has these tables with these columns; views do not count, since they may be any program. */
export function hasTables({ rows }: SqliteQueries, tables: Tables): boolean {
	return Object.entries(tables).every(([table, columns]) => {
		const isTable = rows(`SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = ?`, [table]).length > 0;
		const names = isTable ? rows(`SELECT name FROM pragma_table_info(?)`, [table]).map(({ name }) => name) : [];
		return columns.every((column) => names.includes(column));
	});
}
