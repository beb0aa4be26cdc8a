import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { FollowedFile } from '../../files/followed-file.ts';
import { fileKind } from '../../formats/file-names.ts';
import type { QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { readQueryLines, type ReadSoFar } from '../../formats/queries/query-log.ts';
import { linePlaces } from '../../text/lines.ts';
import type { LogPiece } from './screen-log.ts';
import { logRemark } from './log-remarks.ts';
import { remarksOf } from './log-file.ts';
import type { ScreenHooks } from './screener.ts';

export interface FollowHooks extends Pick<ScreenHooks, 'signal'> {
	/** Told of what happens to the log and of lines that cannot be read, before the queries behind them; waited for. */
	readonly onRemarks: (remarks: QueryScreenSummary['remarks']) => Promise<void> | void;
}

function requireLines(log: string): void {
	if (fileKind(log) === null && !log.endsWith('.json')) return;
	throw new UserError(errorNumbers.logCannotBeFollowed, 'This log is not written line by line, and cannot be followed.', {
		place: { file: log },
		hint: 'Name a log in JSON Lines, or screen it without --follow.',
	});
}

/** A log that is followed from the moment it was opened. */
export interface FollowedLog extends AsyncDisposable {
	/** Hands on its lines, and those that are appended: until the signal aborts, with whose reason it rejects. Call it once. */
	readonly pieces: (hooks: FollowHooks) => AsyncGenerator<LogPiece>;
}

/** Opens a log that is to be followed. Rejects with RA687 for a file that is not written line by line, and with RA506 where there is none that can be read. */
export async function openFollowedLog(log: string): Promise<FollowedLog> {
	requireLines(log);
	const file = await FollowedFile.open(log, fileKinds.dataSet);
	return { pieces: (hooks) => piecesOf(log, file, hooks), [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() };
}

async function* piecesOf(log: string, file: FollowedFile, { signal, onRemarks }: FollowHooks): AsyncGenerator<LogPiece> {
	let before: ReadSoFar = start();
	/** Since the log was last cut or replaced. */
	let hasMissed = false;
	for await (const event of file.events({ signal })) {
		if (event.kind !== 'lines') {
			if (event.kind !== 'missed') before = start();
			// oxlint-disable-next-line no-await-in-loop -- before what comes behind it
			await onRemarks([logRemark(event, hasMissed)]);
			hasMissed = event.kind === 'missed';
			continue;
		}
		const { queries, problems } = readQueryLines({ document: log, text: event.text }, before);
		const { units, lines, ids } = before;
		const shifted = problems.map((one) => ({
			...one,
			range: { start: one.range.start - units, end: one.range.end - units },
		}));
		before = { units: units + event.text.length, lines: lines + linePlaces(event.text)(event.text.length).line - 1, ids };
		const remarks = remarksOf(shifted, () => event.text, { before: lines });
		// oxlint-disable-next-line no-await-in-loop -- as above
		if (remarks.length > 0) await onRemarks(remarks);
		yield { queries, problems: problems.length, remarks: [] };
	}
}

function start(): ReadSoFar {
	return { units: 0, lines: 0, ids: new Set() };
}
