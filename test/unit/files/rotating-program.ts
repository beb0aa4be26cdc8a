/**
 * A process of its own that writes to a log and rotates it: `node rotating-program.ts LOG`. Each line of its input is a round: it appends a line, and at once
 * puts the log away and begins a new one, at a random moment.
 */
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const [log = ''] = process.argv.slice(2);
for await (const round of createInterface({ input: process.stdin })) {
	await wait(Math.random() * 3);
	appendFileSync(log, `late ${round}\n`);
	renameSync(log, `${log}.1`);
	writeFileSync(log, `first ${round}\n`);
}
