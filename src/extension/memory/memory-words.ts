import type { MemoryReason, MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import type { MemoryStoreState } from '../../protocol/memory.ts';
import { driftTestWords } from '../../wording/memory-phrases.ts';
import { withCharacterCodes, plural } from '../../wording/phrases.ts';
import { oneLineOf } from '../../wording/phrases.ts';

/** Why an entry is suspected, as lists say it. */
const reasonWords: Readonly<Record<MemoryReason, string>> = {
	memsad: 'close to queries',
	'memsad+': 'unusual wording',
	validation: 'suspicious content',
	proactive: 'close to probing queries',
	provenance: 'not signed by you',
	lineage: 'made from a flagged entry',
	'hidden-text': 'hidden text',
	drift: 'changed since approval',
	graph: 'unusual links',
	copies: 'many copies',
};

export function reasonsInWords(reasons: readonly MemoryReason[]): string {
	return reasons.map((reason) => reasonWords[reason]).join(', ');
}

/** What stands behind an entry in the list. */
export function entryText({ reasons, score }: Pick<MemoryScanRecord, 'reasons' | 'score'>): string {
	return [reasonsInWords(reasons), ...(score === null ? [] : [score.toFixed(2)])].join(' · ');
}

/** Everything that is said of an entry, for a tooltip or a text of its own. */
export function entryDetails({ text, findings, nearest }: Pick<MemoryScanRecord, 'text' | 'findings' | 'nearest'>): string {
	return [
		text,
		findings.map(({ message, ignored }) => `• ${withCharacterCodes(message)}${ignored ? ' (marked as benign)' : ''}`).join('\n'),
		nearest.length === 0
			? ''
			: `Nearest queries:\n${nearest.map(({ query, similarity }) => `${similarity.toFixed(2)}  ${oneLineOf(query, 120)}`).join('\n')}`,
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** What is remembered of a scan when the window closes. */
export interface RememberedScan {
	readonly at: string;
	readonly entries: number;
	readonly flagged: number;
}

export interface StoreText {
	readonly description: string;
	/** Name of a codicon. */
	readonly icon: string;
	/** What colors it. */
	readonly tone: 'warning' | 'error' | 'pass' | null;
}

/** What stands behind a store: the verdict first. `now` tells the days apart. */
export function storeText(state: MemoryStoreState | undefined, remembered: RememberedScan | undefined, now: Date): StoreText {
	if (state?.scan.kind === 'scanning') {
		const { done, of } = state.scan;
		return {
			description:
				done === 0 ? 'scanning…' : `scanning… ${done.toLocaleString('en')}${of === null ? '' : ` of ${of.toLocaleString('en')}`}`,
			icon: 'sync~spin',
			tone: null,
		};
	}
	if (state?.scan.kind === 'failed') return { description: `not scanned: ${state.scan.error.message}`, icon: 'error', tone: 'error' };
	const last = lastOf(state) ?? remembered;
	if (last === undefined)
		return { description: state?.scan.kind === 'cancelled' ? 'canceled' : 'not scanned yet', icon: 'circle-outline', tone: null };
	const counts = `${last.flagged === 0 ? 'none' : last.flagged.toLocaleString('en')} of ${last.entries.toLocaleString('en')} flagged`;
	return {
		description: `${counts} · scanned ${timeText(last.at, now)}${state?.scan.kind === 'cancelled' ? ' · last scan canceled' : ''}`,
		icon: last.flagged > 0 ? 'warning' : 'pass',
		tone: last.flagged > 0 ? 'warning' : 'pass',
	};
}

function lastOf(state: MemoryStoreState | undefined): RememberedScan | undefined {
	return state?.at === null || state?.at === undefined || state.summary === null
		? undefined
		: { at: state.at, entries: state.summary.entries, flagged: state.summary.flagged };
}

/** The time of today, the day of before. */
function timeText(at: string, now: Date): string {
	const when = new Date(at);
	return when.toDateString() === now.toDateString()
		? `at ${when.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}`
		: `on ${when.toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' })}`;
}

/** What judged a store, line by line: history, calibration, drift with the window that it suggests, remarks. */
export function summaryLines({ summary, changed, historyError }: Pick<MemoryStoreState, 'summary' | 'changed' | 'historyError'>): {
	readonly text: string;
	readonly icon: string;
	readonly does?: 'history' | 'compare';
}[] {
	if (summary === null) return [];
	const { history, drift, calibration, encoder, remarks, problems } = summary;
	return [
		historyError !== null
			? {
					text: `Query history not used: ${historyError.place?.file ?? ''} (ragAssay.memory.history). ${historyError.message} Only rules judge.`,
					icon: 'warning',
					does: 'history' as const,
				}
			: history === null
				? { text: 'No query history', icon: 'history', does: 'history' as const }
				: {
						text: `History: ${plural(history.queries, 'query', 'queries')} from ${history.name}`,
						icon: 'history',
						does: 'history' as const,
					},
		...(drift === null
			? []
			: [
					{
						text: drift.found
							? `The queries drift by ${drift.delta.toPrecision(2)} per query (${driftTestWords(drift)})${drift.window === null ? '' : `; suggested window: ${plural(Math.round(drift.window), 'query', 'queries')}`}`
							: `No drift of the queries found (${driftTestWords(drift)})`,
						icon: 'graph-line',
					},
				]),
		...(calibration.from === 'none' && history === null ? [] : [{ text: calibration.says, icon: 'law' }]),
		...(encoder === null || history === null
			? []
			: [{ text: `Encoder: ${encoder.name}${encoder.cannotSee === null ? '' : `. ${encoder.cannotSee}`}`, icon: 'symbol-array' }]),
		...(changed === null || changed.added + changed.gone === 0
			? []
			: [{ text: `Since the previous scan: ${changed.added} new, ${changed.gone} gone`, icon: 'diff', does: 'compare' as const }]),
		...remarks.map(({ message, hint }) => ({ text: `${message} ${hint}`, icon: 'info' })),
		...(problems === 0 ? [] : [{ text: `${plural(problems, 'entry', 'entries')} could not be read`, icon: 'warning' }]),
	];
}
