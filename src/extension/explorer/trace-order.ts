import type { TraceVerdict } from './row-text.ts';

/** In which order traces are listed. */
export const traceOrders = ['folder', 'worst'] as const;
export type TraceOrder = (typeof traceOrders)[number];

export const orderTitles: Readonly<Record<TraceOrder, string>> = { folder: 'By Folder', worst: 'Worst First' };

/** A trace as the list knows it. */
export interface ListedTrace {
	/** From the workspace's folder on. */
	readonly path: string;
	readonly verdict: TraceVerdict;
}

/** Returns traces with the gravest verdicts first: findings, then what could not be read, then what was not judged, and last what is clean. */
export function worstFirst<T extends ListedTrace>(traces: readonly T[]): T[] {
	const rank = ({ verdict: { icon } }: T): number => ranks.indexOf(icon) + (ranks.includes(icon) ? 0 : ranks.length);
	return traces.toSorted(
		(a, b) => rank(a) - rank(b) || (b.verdict.findings ?? 0) - (a.verdict.findings ?? 0) || (a.path < b.path ? -1 : 1),
	);
}

/** Icons of verdicts, the gravest first. */
const ranks = ['warning', 'error', 'info', 'sync', 'circle-outline', 'pass'];

/** Returns whether every word of a filter is in a trace's path or verdict. */
export function isListed({ path, verdict }: ListedTrace, filter: string): boolean {
	const said = `${path}\n${verdict.text}`.toLowerCase();
	return filter
		.toLowerCase()
		.split(/\s+/)
		.every((word) => said.includes(word));
}
