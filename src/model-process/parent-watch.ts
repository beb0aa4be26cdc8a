import { Worker } from 'node:worker_threads';

/** Time between two looks, milliseconds. */
const interval = 500;

/**
 * Runs in a thread of its own, so that it works while the main thread is inside a long run. A process whose parent has died
 * is adopted (Linux, macOS: another parent id) or keeps a dead parent id (Windows). SIGKILL, because nothing gentler reaches
 * a blocked thread.
 */
const watcher = `
	const parent = require('node:worker_threads').workerData;
	setInterval(() => {
		let alive = process.ppid === parent;
		if (alive) try { process.kill(parent, 0); } catch (error) { alive = error.code === 'EPERM'; }
		if (!alive) process.kill(process.pid, 'SIGKILL');
	}, ${interval});
`;

/** Ends this process within a second of its parent's death, whatever its event loop is doing. */
export function endWithParent(parent: number = process.ppid): void {
	new Worker(watcher, { eval: true, workerData: parent, stdout: false, stderr: false }).unref();
}
