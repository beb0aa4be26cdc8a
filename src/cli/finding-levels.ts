import type { MemoryScanRecord } from '../formats/memory-scan-record.ts';

/** Levels of findings, the worst first. */
export const levels = ['error', 'warning', 'info'] as const;
export type Level = (typeof levels)[number];

/** Whether somebody has to look at an entry, at a level or above. */
export function countsAt({ findings }: Pick<MemoryScanRecord, 'findings'>, level: Level): boolean {
	return findings.some(({ ignored, severity }) => !ignored && levels.indexOf(severity) <= levels.indexOf(level));
}
