/**
 * Waits for the end of the process that started it, whose end closes this one's standard input. Then it kills every process that bears the
 * mark (first argument: an entry of its environment), and removes the folder (second argument).
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { until } from '../../support/until.ts';
import { processesWith, signal } from './processes.ts';

const [mark, folder] = process.argv.slice(2);
if (mark === undefined || folder === undefined) throw new Error('usage: sweeper.ts MARK FOLDER');
await once(process.stdin.resume(), 'close');
try {
	// A process may start another one while it is killed, which is found the next time.
	await until(
		() => {
			const left = processesWith(mark);
			for (const { pid } of left) signal(pid, 'SIGKILL');
			return left.length === 0;
		},
		'the end of what was started',
		{ signal: null, pause: 100 },
	);
} finally {
	rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
