import { loadSqlite } from '../database-clients.ts';
import { installReadOnlyFiles, type OpenFiles } from './read-only-files.ts';
import type { SqliteApi } from './sqlite-api.ts';

/** SQLite itself, as its authors compile it to WebAssembly, with files that can only be read. */
export interface SqliteLibrary {
	readonly sqlite: SqliteApi;
	readonly files: OpenFiles;
}

let loading: Promise<SqliteLibrary> | undefined;

/** Loads SQLite, once a process. */
export function sqliteLibrary(): Promise<SqliteLibrary> {
	loading ??= load();
	return loading;
}

/** The next opening loads it anew: after a trap nobody knows what its memory holds. */
export function forgetSqliteLibrary(): void {
	loading = undefined;
}

async function load(): Promise<SqliteLibrary> {
	const { default: start } = await loadSqlite();
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's typings are not of what it has (`sqlite-api.ts`)
	const sqlite = (await silently(start)) as unknown as SqliteApi;
	return { sqlite, files: installReadOnlyFiles(sqlite) };
}

/** What it would print belongs on nobody's screen, least of all into a protocol's stream: its errors are thrown as well. */
function silently<T>(start: (options?: never) => Promise<T>): Promise<T> {
	const options = { print: () => undefined, printErr: () => undefined };
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typings know no options
	return start(options as never);
}
