import { fstatSync, readSync } from 'node:fs';
import type { SqliteApi } from './sqlite-api.ts';

/** Name of the file system, as SQLite is told it. */
export const readOnlyFiles = 'rag-assay-read-only';

/** Descriptors of files that were opened for reading, by the names that SQLite knows them by. */
export type OpenFiles = Map<string, number>;

/**
 * Gives SQLite a file system in which nothing can be written: no byte of a database changes, and no journal, log or lock appears beside
 * it. It knows files by the names in `OpenFiles` alone, never by a path. A write-ahead log is read where one is given under `NAME-wal`;
 * its index is held in memory, which SQLite does where a database is locked exclusively (https://www.sqlite.org/wal.html#noshm): locks are
 * granted and lock nothing, so that who reads must see for himself whether a file has changed meanwhile.
 */
export function installReadOnlyFiles({ capi, wasm, vfs: installer }: SqliteApi): OpenFiles {
	const named: OpenFiles = new Map();
	const opened = new Map<number, number>();
	const io = new capi.sqlite3_io_methods();
	// Without shared memory, hence 1.
	io.$iVersion = 1;
	const vfs = new capi.sqlite3_vfs();
	vfs.$iVersion = 2;
	vfs.$szOsFile = capi.sqlite3_file.structInfo.sizeof;
	vfs.$mxPathname = 64;
	const standard = capi.sqlite3_vfs_find(null);
	if (standard === 0) throw new Error('SQLite has no file system of its own');
	const { $xRandomness, $xSleep } = new capi.sqlite3_vfs(standard);
	vfs.$xRandomness = $xRandomness;
	vfs.$xSleep = $xSleep;
	const descriptorOf = (file: number): number => {
		const descriptor = opened.get(file);
		if (descriptor === undefined) throw new Error('SQLite asks for a file that is not open');
		return descriptor;
	};
	// Each method is a function of its own: the library takes one that it has seen for what it was there.
	installer.installVfs({
		io: {
			struct: io,
			methods: {
				xClose: (file: number) => {
					opened.delete(file);
					return 0;
				},
				xRead: (file: number, target: number, length: number, offset: bigint) => {
					const bytes = wasm.heap8u().subarray(target, target + length);
					try {
						for (let held = 0; held < length; ) {
							const read = readSync(descriptorOf(file), bytes, held, length - held, Number(offset) + held);
							if (read === 0) {
								bytes.fill(0, held);
								return capi.SQLITE_IOERR_SHORT_READ;
							}
							held += read;
						}
						return 0;
					} catch {
						// What SQLite then says is said on, with the file's place.
						return capi.SQLITE_IOERR_READ;
					}
				},
				xFileSize: (file: number, target: number) => {
					wasm.poke(target, BigInt(fstatSync(descriptorOf(file)).size), 'i64');
					return 0;
				},
				xWrite: () => capi.SQLITE_READONLY,
				xTruncate: () => capi.SQLITE_READONLY,
				xSync: () => 0,
				xLock: () => 0,
				xUnlock: () => 0,
				xCheckReservedLock: (_file: number, target: number) => {
					wasm.poke(target, 0, 'i32');
					return 0;
				},
				xFileControl: () => capi.SQLITE_NOTFOUND,
				xSectorSize: () => 4096,
				xDeviceCharacteristics: () => 0,
			},
		},
		vfs: {
			struct: vfs,
			name: readOnlyFiles,
			methods: {
				xOpen: (_vfs: number, name: number, file: number, _flags: number, flagsOut: number) => {
					// Files without a name are temporary ones: they are kept in memory (`PRAGMA temp_store`).
					const descriptor = name === 0 ? undefined : named.get(wasm.cstrToJs(name) ?? '');
					if (descriptor === undefined) return capi.SQLITE_CANTOPEN;
					opened.set(file, descriptor);
					const struct = new capi.sqlite3_file(file);
					struct.$pMethods = io.pointer;
					struct.dispose();
					if (flagsOut !== 0) wasm.poke(flagsOut, capi.SQLITE_OPEN_READONLY, 'i32');
					return 0;
				},
				xDelete: () => capi.SQLITE_READONLY,
				xAccess: (_vfs: number, name: number, _flags: number, target: number) => {
					wasm.poke(target, named.has(wasm.cstrToJs(name) ?? '') ? 1 : 0, 'i32');
					return 0;
				},
				xFullPathname: (_vfs: number, name: number, length: number, target: number) =>
					wasm.cstrncpy(target, name, length) < length ? 0 : capi.SQLITE_CANTOPEN,
				xGetLastError: () => 0,
				xCurrentTime: (_vfs: number, target: number) => {
					wasm.poke(target, unixEpoch + Date.now() / 86_400_000, 'double');
					return 0;
				},
				xCurrentTimeInt64: (_vfs: number, target: number) => {
					wasm.poke(target, BigInt(Math.round(unixEpoch * 86_400_000) + Date.now()), 'i64');
					return 0;
				},
			},
		},
	});
	return named;
}

/** Days between the beginnings of Julian and Unix time. */
const unixEpoch = 2440587.5;
