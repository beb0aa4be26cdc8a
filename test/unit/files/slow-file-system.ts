import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';

const all: readonly string[] = ['rename', 'link', 'rm', 'writeFile', 'stat'];

/** Makes the file system slow, for all modules of this process: each call waits before and behind what it does. @returns what ends it. @param max milliseconds */
export function slowFileSystem(max: number, slowed = all): () => void {
	const real = new Map<string, (...of: unknown[]) => Promise<unknown>>(slowed.map((name) => [name, Reflect.get(fs, name)]));
	for (const [name, act] of real)
		Reflect.set(fs, name, async (...of: unknown[]) => {
			await wait(Math.random() * max);
			const result = await act(...of);
			await wait(Math.random() * max);
			return result;
		});
	syncBuiltinESMExports();
	return () => {
		Object.assign(fs, Object.fromEntries(real));
		syncBuiltinESMExports();
	};
}
