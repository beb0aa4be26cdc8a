/**
 * Takes an entry of a memory out or puts it back, and is killed at a step: `node quarantining-program.ts FILE quarantine|restore ID STEP`. Steps are what it asks of
 * the file system, counted from 1; a write that is killed has written half. Prints how many there were when it comes to its end.
 */
import { realSystem, type WritingSystem } from '../../src/files/durable-file.ts';
import { move } from './move-entry.ts';

const [file = '', what = '', id = '', killed = '0'] = process.argv.slice(2);
let steps = 0;
function step(): void {
	if (++steps === Number(killed)) process.kill(process.pid, 'SIGKILL');
}

const system: WritingSystem = {
	link: realSystem.link,
	open: async (path, flags, mode) => {
		step();
		const handle = await realSystem.open(path, flags, mode);
		return {
			writeFile: async (data) => {
				const bytes = Buffer.from(data as Uint8Array);
				await handle.writeFile(bytes.subarray(0, bytes.length >> 1));
				step();
				await handle.writeFile(bytes.subarray(bytes.length >> 1));
			},
			sync: async () => {
				step();
				await handle.sync();
			},
			stat: handle.stat.bind(handle),
			close: async () => handle.close(),
		};
	},
	rename: async (from, to) => {
		step();
		await realSystem.rename(from, to);
		step();
	},
};
if (what !== 'quarantine' && what !== 'restore') throw new RangeError(what);
await move(file, what, id, system);
console.log(steps);
