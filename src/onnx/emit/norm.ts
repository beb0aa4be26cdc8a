import type { Emitter } from './emitter.ts';

/** Of rows `[n, d]`: `[n, 1]`. */
export function norm(e: Emitter, rows: string): string {
	return e.op('Sqrt', [e.sum(e.mul(rows, rows), 1, true)]);
}
