import type { QueryPanelState, QueryRow } from '../../src/protocol/query-panel.ts';
import { queryVerdict } from '../../src/report/screening-words.ts';
import { plural } from '../../src/wording/phrases.ts';
import { decimal } from '../shared/words.ts';

const queries = (count: number): string => plural(count, 'query', 'queries');

/** The verdict on the log, as far as it is known; empty before anything was screened. */
export function verdictOf({ screening, queries: count, judged, flagged, shown }: QueryPanelState): string {
	if (shown === null) return '';
	if (count === 0) {
		if (screening.kind === 'running') return `Screening ${shown.log.label}…`;
		return screening.kind === 'done' ? queryVerdict({ queries: 0, flagged: 0, judged }) : '';
	}
	const verdict = queryVerdict({ queries: count, flagged, judged });
	const isPart = (screening.kind === 'running' || screening.kind === 'stopped') && !screening.live;
	return isPart ? `So far: ${verdict.charAt(0).toLowerCase()}${verdict.slice(1)}` : verdict;
}

/** How the run stands, beside its verdict; empty where there is nothing more to say. */
export function standingOf({ screening, queries: count, shown }: QueryPanelState): string {
	switch (screening.kind) {
		case 'none':
		case 'done':
		case 'failed':
			return '';
		case 'stopped':
			if (screening.live) return `No longer live: ${queries(count)} were screened.`;
			return count === 0
				? 'Canceled before any query was screened. Screen again for a result.'
				: 'Canceled: the rest of the log was not screened.';
		case 'running': {
			const { live, message, done, of } = screening;
			if (live && count > 0) return `Live: queries that are appended to ${shown?.log.label ?? 'the log'} appear here.`;
			return `${message}${of === null ? '' : `: ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`}`;
		}
	}
}

/** What is missing before a log can be screened, and what to do; empty: nothing. */
export function missingWords({ log, store }: Pick<QueryPanelState, 'log' | 'store'>): string {
	if (log === null && store === null)
		return 'Choose a log of queries, and the documents that they search. Benign queries set the threshold: choose a file with at least 19 of them, or keep one beside the log as benign.queries.jsonl. Screening changes nothing.';
	if (log === null) return 'Choose a log of queries: JSON Lines, an export of LangSmith or OpenInference, or traces.';
	if (store === null) return 'Choose the documents that the queries search: a file, a folder, or the address of a database.';
	return '';
}

/** What the threshold of a run was made of; `name` and `foundBeside` of a file of benign queries that the run found by itself. */
export interface MadeOf {
	readonly from: string;
	readonly name?: string | null;
	readonly foundBeside?: 'log' | 'store' | null;
}

/** Which benign queries are used: those that a person or the settings name, else those that the run has found. */
export function benignWords(chosen: QueryPanelState['benign'], run: MadeOf | null): string {
	if (chosen !== null) return chosen.from === 'settings' ? `${chosen.label} (from the settings)` : chosen.label;
	if (run?.from === 'benign' && typeof run.name === 'string')
		return `${run.name} (found beside the ${run.foundBeside === 'store' ? 'documents' : 'log'})`;
	return 'none chosen';
}

/** What to do where no benign queries made the threshold; empty where they did, and before a run is done. */
export function adviceWords(run: MadeOf | null): string {
	if (run === null || (run.from !== 'formula' && run.from !== 'none')) return '';
	return 'There is no threshold from benign queries. Choose a file with at least 19 of them, then screen again.';
}

/** How much was said of a log that is followed, for above it. */
export function remarksTitle({ all, newest }: QueryPanelState['remarks']): string {
	const kept = all > newest.length ? `; the newest ${newest.length}` : all > 1 ? ', the newest first' : '';
	return `${plural(all, 'remark')} on the log${kept}`;
}

/** Whether what is shown is of another choice than the one that stands above it. */
export function staleWords({ shown, log, store, benign }: Pick<QueryPanelState, 'shown' | 'log' | 'store' | 'benign'>): string {
	if (shown === null) return '';
	const now = { log, store, benign };
	if ((['log', 'store', 'benign'] as const).every((what) => shown[what]?.target === now[what]?.target)) return '';
	return `These are the results for ${shown.log.label} against ${shown.store.label}${shown.benign === null ? '' : `, with ${shown.benign.label}`}. Screen again to use the present choice.`;
}

const reasonWords = { mirabel: 'unusually near', session: 'asked repeatedly' } as const;

/** What a query is flagged for. One that is no nearer than chance explains is flagged for its session alone. */
function verdictWords({ flagged, benign, target, reasons }: QueryRow): string {
	if (flagged) return reasons.includes('mirabel') ? `Fishes for ${target}` : `Repeatedly asks for ${target}`;
	return benign ? 'Marked benign' : `Nearest: ${target}`;
}

/** What stands below a query in the list, in parts that stay together. */
export function rowWords(row: QueryRow): string[] {
	const { id, flagged, max, threshold, session, reasons } = row;
	return [
		verdictWords(row),
		`${decimal(max, 3)}${threshold === null ? '' : ` (threshold ${decimal(threshold, 3)})`}`,
		...(flagged && reasons.includes('mirabel') ? [reasons.map((reason) => reasonWords[reason]).join(', ')] : []),
		id,
		...(session === null ? [] : [`session ${session}`]),
	];
}

/** How many queries the list has, for above it. */
export function countWords(listed: number, all: number, unlisted: number): string {
	const shown = listed === all ? queries(all) : `${listed.toLocaleString('en')} of ${queries(all)}`;
	return unlisted === 0
		? shown
		: `${shown}. ${unlisted.toLocaleString('en')} more are not listed. To print all, run rag-assay queries screen.`;
}
