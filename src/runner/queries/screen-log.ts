import { basename } from 'node:path';
import { screenedQuery } from '../../analysis/queries/screened-query.ts';
import { SessionTargets } from '../../analysis/queries/session-targets.ts';
import type { LoggedQuery } from '../../formats/queries/logged-query.ts';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { queriesAtOnce, type Screener } from './screener.ts';

/** Queries of a log in pieces: one of a log that is read whole, more of one that is followed. */
export interface LogPiece {
	readonly queries: readonly LoggedQuery[];
	readonly problems: number;
	readonly remarks: QueryScreenSummary['remarks'];
}

export interface ScreenLogOptions {
	/** Path of the log. */
	readonly log: string;
	readonly k: number;
	/** How many queries there will be; `null`: nobody knows. */
	readonly of: number | null;
	readonly isBenign: (content: string) => boolean;
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
	/** Waited for, so that nothing piles up. */
	readonly onRecords: (records: readonly QueryScreenRecord[], done: number, of: number | null) => Promise<void> | void;
}

/** Screens a log, some queries at a time, in its order. */
export async function screenLog(
	pieces: AsyncIterable<LogPiece> | Iterable<LogPiece>,
	screener: Screener,
	{ log, k, of, isBenign, signal, onProgress, onRecords }: ScreenLogOptions,
): Promise<QueryScreenSummary> {
	const { corpus, encoder, threshold, store } = screener;
	const sessions = new SessionTargets();
	const seen = { all: new Set<string>(), flagged: new Set<string>() };
	let [done, flagged, ignored, problems] = [0, 0, 0, screener.problems];
	const remarks = [...screener.remarks];
	for await (const piece of pieces) {
		problems += piece.problems;
		remarks.push(...piece.remarks);
		for (let from = 0; from < piece.queries.length; from += queriesAtOnce) {
			signal.throwIfAborted();
			const some = piece.queries.slice(from, from + queriesAtOnce);
			const found = await screener.search(
				some.map(({ text }) => text),
				k + 1,
				signal,
			);
			const records = some.map((query, i) =>
				screenedQuery(query, found[i]!.embedding, found[i]!.found, { corpus, threshold, k, sessions, isBenign }),
			);
			for (const record of records) {
				if (record.flagged) flagged++;
				else if (record.findings.length > 0) ignored++;
				if (record.session === null) continue;
				seen.all.add(record.session);
				if (record.flagged) seen.flagged.add(record.session);
			}
			done += some.length;
			await onRecords(records, done, of);
			onProgress('Screening queries', done, of ?? 0);
		}
	}
	return {
		log: basename(log),
		queries: done,
		flagged,
		sessions: seen.all.size === 0 ? null : { all: seen.all.size, flagged: seen.flagged.size },
		ignored,
		store,
		k,
		encoder: {
			name: encoder.identity.name,
			sha256: encoder.identity.sha256,
			dimensions: encoder.dimensions,
			cannotSee: encoder.cannotSee ?? null,
		},
		calibration: threshold.calibration,
		remarks,
		problems,
	};
}
