/**
 * The part of SQLite's own WebAssembly build that is used (https://sqlite.org/wasm). The package's typings name members of structures
 * without the `$` that they have, and offsets as numbers that are `bigint`; these are as the library's documentation has them.
 */
export interface SqliteApi {
	readonly capi: {
		readonly SQLITE_CANTOPEN: number;
		readonly SQLITE_DBCONFIG_DEFENSIVE: number;
		readonly SQLITE_DBCONFIG_TRUSTED_SCHEMA: number;
		readonly SQLITE_IOERR_READ: number;
		readonly SQLITE_IOERR_SHORT_READ: number;
		readonly SQLITE_LIMIT_LENGTH: number;
		readonly SQLITE_NOTFOUND: number;
		readonly SQLITE_OPEN_READONLY: number;
		readonly SQLITE_READONLY: number;
		readonly sqlite3_io_methods: new () => Struct & { $iVersion: number };
		readonly sqlite3_vfs: new (
			pointer?: number,
		) => Struct & {
			$iVersion: number;
			$szOsFile: number;
			$mxPathname: number;
			$xRandomness: number;
			$xSleep: number;
		};
		readonly sqlite3_file: { new (pointer: number): Struct & { $pMethods: number }; readonly structInfo: { readonly sizeof: number } };
		readonly sqlite3_vfs_find: (name: null) => number;
		readonly sqlite3_limit: (database: SqliteConnection, which: number, value: number) => number;
		readonly sqlite3_db_config: (database: SqliteConnection, operation: number, value: number, out: number) => number;
	};
	readonly wasm: {
		heap8u(): Uint8Array;
		poke(pointer: number, value: number | bigint, type: 'i32' | 'i64' | 'double'): unknown;
		cstrToJs(pointer: number): string | null;
		/** Bytes copied, the final zero included. */
		cstrncpy(target: number, source: number, length: number): number;
	};
	readonly vfs: { installVfs(what: { readonly io: Methods; readonly vfs: Methods & { readonly name: string } }): unknown };
	readonly oo1: { readonly DB: new (options: { filename: string; flags: 'r'; vfs: string }) => SqliteConnection };
}

interface Struct {
	readonly pointer: number;
	dispose(): void;
}

interface Methods {
	readonly struct: Struct;
	readonly methods: Readonly<Record<string, (...args: never[]) => number>>;
}

/** What SQLite's columns may hold, and parameters may be. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

export interface SqliteConnection {
	exec(sql: string): unknown;
	prepare(sql: string): SqliteStatement;
	close(): void;
}

interface SqliteStatement {
	bind(values: readonly SqliteValue[]): unknown;
	/** Whether there is a row. */
	step(): boolean;
	/** Of the row: by name. */
	get(target: object): Record<string, SqliteValue>;
	finalize(): unknown;
}
