import type { AnalysisSentence } from '../formats/analysis-record.ts';

/** Words that are named; the record has more. */
const maxNamed = 6;

/** `fed by “4719” (manual-3, 0.31), “pump” (manual-3, 0.10)`; `null` where nobody asked. */
export function originsInWords({ origins }: Pick<AnalysisSentence, 'origins'>): string | null {
	if (origins === undefined) return null;
	if (origins.length === 0) return 'fed by no word of the contexts';
	const named = origins.slice(0, maxNamed).map(({ text, context, share }) => `\u201c${text}\u201d (${context}, ${share.toFixed(2)})`);
	return `fed by ${named.join(', ')}${origins.length > maxNamed ? ` and ${origins.length - maxNamed} more` : ''}`;
}
