import type { SpadReason } from './analysis-record.ts';

/** How many there is room for in one line. */
const most = 2;

/** What speaks most against a sentence, in one line: the first two of its reasons, of which one is about sources where any is. Empty without reasons. */
export function mainReasons(reasons: readonly SpadReason[]): string {
	return reasons.slice(0, most).map(({ text }) => text).join('; ');
}
