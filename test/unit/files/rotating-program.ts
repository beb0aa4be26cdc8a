/**
 * A process of its own that writes to a log and rotates it, at random moments: `node rotating-program.ts LOG SEED`. Each line of its input names rotations that
 * follow one another at once, such as `create copy`; `end` ends it with a line `end`. Before and after each rotation it appends lines: `COUNT ROTATIONS`, both
 * counted from 0.
 *
 * - `create`: the log is renamed, and another one created at once
 * - `later`: the same, a moment later
 * - `over`: as `create`, over the file that was put away before
 * - `copy`: the log is copied and cut
 */
import { appendFileSync, copyFileSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../src/statistics/random.ts';

/** Rotated files that are kept, `LOG.1` the newest. */
const kept = 12;

const [log = '', seed = ''] = process.argv.slice(2);
const random = seededRandom(Number(seed));
let count = 0;
let rotations = 0;

for await (const round of createInterface({ input: process.stdin })) {
	await wait(random() * 3);
	if (round === 'end') break;
	for (const kind of round.split(' ')) {
		write();
		if (kind !== 'over') shift();
		rotations++;
		if (kind === 'copy') {
			copyFileSync(log, `${log}.1`);
			truncateSync(log, 0);
		} else {
			renameSync(log, `${log}.1`);
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

function shift(): void {
	rmSync(`${log}.${kept}`, { force: true });
	for (let index = kept - 1; index > 0; index--) if (existsSync(`${log}.${index}`)) renameSync(`${log}.${index}`, `${log}.${index + 1}`);
}
