import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** What stands at a path in place of a file, by what a message calls it; pipes, sockets and devices are not of Windows. */
export const noFiles: Readonly<Record<string, (path: string, t: Pick<TestContext, 'after'>) => Promise<void> | void>> = {
	'a folder': (path) => {
		mkdirSync(path);
	},
	...(process.platform === 'win32'
		? {}
		: {
				'a device': (path: string) => {
					symlinkSync('/dev/zero', path);
				},
				'a pipe': (path: string) => {
					execFileSync('mkfifo', [path]);
				},
				'a socket': async (path: string, t: Pick<TestContext, 'after'>) => {
					const server = createServer().listen(path);
					t.after(() => {
						server.close();
					});
					await once(server, 'listening');
				},
			}),
};

/** A file of so many bytes, of which the disk holds none. */
export function sparseFile(path: string, bytes: number): void {
	writeFileSync(path, '');
	truncateSync(path, bytes);
}
