/**
 * A process of its own that writes to a log and rotates it, at random moments: `node rotating-program.ts LOG SEED NAMES`. Each line of its input names rotations that
 * follow one another at once, such as `create copy`; `end` ends it with a line `end`. Before and after each rotation it appends lines: `COUNT ROTATIONS`, both
 * counted from 0.
 *
 * - `create`: the log is renamed, and another one created at once
 * - `later`: the same, a moment later
 * - `over`: as `create`, over the file that was put away before
 * - `copy`: the log is copied and cut
 *
 * NAMES says how it names what it puts away, the newest first: `counted` (`LOG.1` to `LOG.12`), `aged` (`LOG.old`, `LOG.older`), `days` (`LOG.mon` and so on),
 * or `ids`, each file another one. Where it does not count, it writes lines before the first rotation.
 */
import { appendFileSync, copyFileSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../src/statistics/random.ts';

const [log = '', seed = '', names = ''] = process.argv.slice(2);
const random = seededRandom(Number(seed));
/** Names that files have one after the other, the newest first. */
const shifted = names === 'aged' ? ['old', 'older'] : Array.from({ length: 12 }, (_, index) => String(index + 1));
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Files with ids that are kept, the oldest first. */
const withIds: string[] = [];
let count = 0;
let rotations = 0;

if (names !== 'counted') write();
for await (const round of createInterface({ input: process.stdin })) {
	await wait(random() * 3);
	if (round === 'end') break;
	for (const kind of round.split(' ')) {
		write();
		const to = place(kind === 'over');
		rotations++;
		if (kind === 'copy') {
			copyFileSync(log, to);
			truncateSync(log, 0);
		} else {
			renameSync(log, to);
			if (kind === 'later') await wait(random() * 5);
			writeFileSync(log, '');
		}
		write();
	}
}
appendFileSync(log, 'end\n');

/** One to three lines, rarely so many that they are read in pieces. */
function write(): void {
	const lines = random() < 0.01 ? 20_000 : 1 + Math.floor(random() * 3);
	appendFileSync(log, Array.from({ length: lines }, () => `${count++} ${rotations}\n`).join(''));
}

/** Where the next file is put. */
function place(isOver: boolean): string {
	if (names === 'days') return `${log}.${days[rotations % days.length]}`;
	if (names === 'ids') {
		if (withIds.length === shifted.length) rmSync(withIds.shift()!, { force: true });
		const [a, b, c] = [hex(8), hex(4), hex(12)];
		withIds.push(`${log}.${a}-${b}-${hex(4)}-${hex(4)}-${c}`);
		return withIds.at(-1)!;
	}
	if (!isOver) shift();
	return `${log}.${shifted[0]}`;
}

function hex(length: number): string {
	return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
}

function shift(): void {
	rmSync(`${log}.${shifted.at(-1)}`, { force: true });
	for (let index = shifted.length - 1; index > 0; index--)
		if (existsSync(`${log}.${shifted[index - 1]}`)) renameSync(`${log}.${shifted[index - 1]}`, `${log}.${shifted[index]}`);
}
