import { readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and was not waited for does not, where `/proc` says so. */
export function isRunning(pid: number): boolean {
	try {
		if (process.platform !== 'linux') return process.kill(pid, 0);
		return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return false;
		throw error;
	}
}
