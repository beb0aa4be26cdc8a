/**
 * The unit tests, one process for each room (a folder of `test/unit/`): to start one for each file takes longer than the tests themselves.
 * Arguments are rooms to run instead of all; `npm run test:unit -- lm onnx`. A room's output comes when it has ended.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countsIn, summaryLine } from './test-counts.ts';

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

interface Outcome {
	readonly room: string;
	readonly status: number | null;
	readonly output: string;
	readonly seconds: number;
}

function run(room: string, files: readonly string[]): Promise<Outcome> {
	const started = performance.now();
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, ['--max-old-space-size=4096', 'scripts/run-test-room.ts', ...files], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => {
				output += chunk.toString();
			});
		child.on('error', reject);
		child.on('close', (status) => resolve({ room, status, output, seconds: (performance.now() - started) / 1000 }));
	});
}

const rooms = filesByRoom();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((room) => !rooms.has(room));
if (unknown.length > 0) {
	console.error(`no room is called ${unknown.join(', ')}; the rooms are ${[...rooms.keys()].join(', ')}`);
	process.exit(2);
}
const queue = [...rooms].filter(([room]) => wanted.length === 0 || wanted.includes(room));
const lines: string[] = [];
let failed = false;
await Promise.all(
	Array.from({ length: lanes }, async () => {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			console.log(`-- ${next[0]} begins`);
			const { room, status, output, seconds } = await run(...next);
			failed ||= status !== 0;
			process.stdout.write(`\n-- ${room}\n${output}`);
			lines.push(
				`${room.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s   ${summaryLine(countsIn(output))}${status === 0 ? '' : `, ended with ${status}`}`,
			);
		}
	}),
);
console.log(`\n${lines.join('\n')}`);
process.exitCode = failed ? 1 : 0;
