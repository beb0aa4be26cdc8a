import { readFileSync } from 'node:fs';

/** Bytes of resident memory that this process has had at most; `null` where the system does not say. */
export function peakMemory(): number | null {
	if (process.platform !== 'linux') return null;
	const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
	return kiB === undefined ? null : Number(kiB) * 1024;
}
