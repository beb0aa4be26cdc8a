import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { FollowedFile } from '../../../src/files/followed-file.ts';
import { pick, seededRandom } from '../../../src/statistics/random.ts';
import { startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Rotations that come alone, two that come between two looks, and three. */
const allRounds = [
	'create',
	'later',
	'copy',
	'create create',
	'copy copy',
	'create copy',
	'copy create',
	'later copy',
	'copy later',
	'copy create copy',
];

/** Of at most two: where names tell no order, one file is put away between the one that was read and the one that has the name. */
export const roundsOfTwo = allRounds.filter((round) => round.split(' ').length <= 2);

export interface RotatedLog {
	/** At least; the last round may bring more. */
	readonly rotations: number;
	readonly seed: number;
	/** What the other process does, as `rotating-program.ts` takes it. */
	readonly rounds?: readonly string[];
	/** Rounds that it may be ahead of what was read: all that it keeps beside the log is then still there. */
	readonly ahead?: number;
	/** How the other process names what it puts away, as `rotating-program.ts` takes it. */
	readonly names?: 'counted' | 'aged' | 'days' | 'ids';
}

/** A seed that is new each time; a failure names it. */
export function someSeed(): number {
	return Math.floor(Math.random() * 2 ** 32);
}

/** Follows a log that another process rotates at random moments, and requires every line once, in order, and no word of missed ones. */
export async function followRotations(
	t: TestContext,
	{ rotations, seed, rounds = allRounds, ahead = 3, names = 'counted' }: RotatedLog,
): Promise<void> {
	const log = join(temporaryFolder(t), 'log');
	writeFileSync(log, '');
	const writer = startProcess(t, process.execPath, [join(import.meta.dirname, 'rotating-program.ts'), log, String(seed), names], {
		stdio: ['pipe', 'ignore', 'inherit'],
	});
	const random = seededRandom(seed);
	/** How many rotations are behind each round that was asked for. */
	const asked: number[] = [];
	let count = 0;
	const ask = (rotationsRead: number): void => {
		while (asked.length < ahead || asked.at(-ahead)! <= rotationsRead) {
			const before = asked.at(-1) ?? 0;
			if (before >= rotations) {
				writer.stdin.end('end\n');
				break;
			}
			const round = pick(random, rounds);
			writer.stdin.write(`${round}\n`);
			asked.push(before + round.split(' ').length);
		}
	};
	const where = (): string => `line ${count} of a log that is rotated by seed ${seed} to ${names} names`;
	await using followed = await FollowedFile.open(log, fileKinds.dataSet);
	// Two files that are put away before anything is read may be of one tick of the clock, and then only counts say which is the older one.
	if (names === 'counted') ask(0);
	for await (const event of followed.events({ signal: t.signal, pace: 1 })) {
		assert.notEqual(event.kind, 'missed', `${where()}: ${JSON.stringify(event)}`);
		if (event.kind !== 'lines') continue;
		const lines = event.text.split('\n').filter((line) => line !== '');
		const isEnd = lines.at(-1) === 'end';
		if (isEnd) lines.pop();
		for (const line of lines) {
			const [number] = line.split(' ');
			if (Number(number) !== count) assert.fail(`${where()}: ${line}`);
			count++;
		}
		if (isEnd) break;
		if (lines.length > 0 && !writer.stdin.writableEnded) ask(Number(lines.at(-1)!.split(' ')[1]));
	}
	assert.ok(count >= 2 * rotations, where());
}
