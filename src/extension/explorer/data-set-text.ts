import type { CalibrationPreview } from '../../protocol/calibration.ts';
import { plural } from '../../wording/plural.ts';

/** What was found in a data set, in one sentence. */
export function sourceText({
	traces,
	labelled,
	sentences: { grounded, ungrounded },
	clean,
	memorised,
}: Pick<CalibrationPreview['sources'][number], 'traces' | 'labelled' | 'sentences' | 'clean' | 'memorised'>): string {
	const [labelledTraces, not, learnt] = [labelled, ungrounded, memorised].map((count) => count.toLocaleString('en'));
	return `${plural(traces, 'trace')}, ${labelledTraces} labeled: ${plural(grounded, 'sentence')} grounded, ${not} not; ${plural(clean, 'trace')} clean, ${learnt} memorized.`;
}
