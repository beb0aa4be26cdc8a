/**
 * The unit tests, one process for each room (a folder of `test/unit/`): to start one for each file takes longer than the tests themselves.
 * Arguments are rooms to run instead of all; `npm run test:unit -- lm onnx`.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './child-program.ts';
import { runTestGroups } from './test-groups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Rooms that run at a time: one more than the smallest machine has cores, because many tests wait for processes and timers. */
const lanes = 3;

/** Take the longest: they begin first, so that no lane is left with one of them at the end. */
const longest = ['lm', 'runner', 'lab', 'analysis'];

/** The files of each room, in the order in which rooms begin. */
function filesByRoom(): ReadonlyMap<string, readonly string[]> {
	const files = globSync('test/unit/**/*.test.ts', { cwd: root })
		.map((file) => file.replaceAll('\\', '/'))
		.toSorted();
	const rooms = new Map<string, string[]>();
	for (const file of files) {
		const [, , folder, ...within] = file.split('/');
		// Tests that lie in no folder are a room of their own.
		const room = within.length > 0 ? folder! : 'errors';
		rooms.set(room, [...(rooms.get(room) ?? []), file]);
	}
	const rank = (room: string): number => (longest.includes(room) ? longest.indexOf(room) : longest.length);
	return new Map([...rooms].toSorted(([a, { length: m }], [b, { length: n }]) => rank(a) - rank(b) || n - m));
}

endWithParent();
const rooms = filesByRoom();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((room) => !rooms.has(room));
if (unknown.length > 0) {
	console.error(`no room is called ${unknown.join(', ')}; the rooms are ${[...rooms.keys()].join(', ')}`);
	process.exit(2);
}
const groups = [...rooms].map(([name, files]) => ({ name, files })).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
process.exitCode = (await runTestGroups(groups, lanes)) ? 0 : 1;
