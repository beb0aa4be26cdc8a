import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { isAbsent, unreadable } from '../../files/unreadable.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { withLabel, type ChangedLabels } from '../../formats/sidecar-labels.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import {
	FollowedLogRemarks,
	MarkQueriesBenign,
	QueriesScreened,
	ScreenQueries,
	WriteMoments,
	type screenParams,
} from '../../protocol/queries.ts';
import { Progress } from '../../protocol/requests.ts';
import { tell, type Params, type Result, type Sender } from '../../protocol/rpc.ts';
import { authorIn } from '../labels/author.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import { named, withStore } from '../memory/store-access.ts';
import { jsonHash } from '../../files/cache-files.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { changeSidecar } from '../traces/sidecar-store.ts';
import { benignFile } from './benign-queries.ts';
import { openFollowedLog, type FollowHooks } from './follow-log.ts';
import { benignQueriesOf, readLogFile } from './log-file.ts';
import { screenLog } from './screen-log.ts';
import { openScreener, type ScreenAgainst, type ScreenerParts, type ScreenHooks, type Screener } from './screener.ts';
import { writeMoments } from './write-moments.ts';

/** A store that cannot tell whether it has changed is read again after so long, milliseconds. */
const longest = 5 * 60_000;

/** The last store that was made ready, for editors, which ask for it again and again: read anew when it or the settings have changed. */
export class HeldScreener implements AsyncDisposable {
	readonly #parts: ScreenerParts;
	#held: { readonly key: string; readonly at: number; readonly screener: Screener } | undefined;
	/** One after the other: two documents that are opened at once are screened by one reading. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(parts: ScreenerParts) {
		this.#parts = parts;
	}

	/** Works with the screener of a store, which is nobody else's meanwhile. Rejects as `openScreener` and the work do. */
	use<T>(store: string, given: ScreenAgainst, hooks: ScreenHooks, task: (screener: Screener) => Promise<T>): Promise<T> {
		const mine = this.#last.then(async () => task(await this.#ready(store, given, hooks)));
		this.#last = mine.catch(() => undefined);
		return mine;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#last;
		await this.#drop();
	}

	async #ready(store: string, given: ScreenAgainst, hooks: ScreenHooks): Promise<Screener> {
		const { embedder, embedderDtype, profile, trusted } = this.#parts.context.settings;
		return withStore(named(store), hooks.signal, this.#parts.context, async (opened) => {
			const state = await opened.state();
			const { benign, rule = null, rho } = given;
			const measure = benign === null ? null : [benign.path, benign.foundBeside, await changeOf(benign.path)];
			const key = jsonHash([store, state, embedder, embedderDtype ?? null, profile ?? null, trusted, measure, rule, rho]);
			const held = this.#held;
			if (held?.key === key && (state !== null || Date.now() - held.at < longest)) return held.screener;
			await this.#drop();
			const screener = await openScreener(opened, given, this.#parts, hooks);
			this.#held = { key, at: Date.now(), screener };
			return screener;
		});
	}

	async #drop(): Promise<void> {
		const held = this.#held;
		this.#held = undefined;
		await held?.screener[Symbol.asyncDispose]();
	}
}

/** What tells that a file has been written since; `null`: it is gone, which reading it tells. */
async function changeOf(file: string): Promise<readonly number[] | null> {
	try {
		const { mtimeMs, size } = await stat(file);
		return [mtimeMs, size];
	} catch (error) {
		if (isAbsent(error)) return null;
		throw unreadable(file, fileKinds.dataSet, error);
	}
}

/** What marks a query benign, or takes that back. */
export interface BenignMark {
	readonly who: string;
	readonly note: string;
	readonly benign: boolean;
	/** ISO 8601. */
	readonly when: string;
}

/**
 * Marks queries of a log benign in its sidecar, by the hash of their text; what is taken back is everybody's mark, because each silences the finding.
 * `by`: whose marks were taken back. @param ids of queries, or hashes of their texts
 * @throws {UserError} RA686 for a query that is not there, RA111, RA505, and as `readLogFile`
 */
export async function markQueriesBenign(log: string, ids: readonly string[], { who, note, benign, when }: BenignMark) {
	const { queries } = await readLogFile(log);
	const wanted = new Set(ids);
	const found = queries.filter(({ id, content }) => wanted.has(id) || wanted.has(content));
	const missing = ids.find((id) => found.every((one) => one.id !== id && one.content !== id));
	if (missing !== undefined)
		throw new UserError(errorNumbers.noSuchQuery, `The log has no query '${missing}'.`, {
			place: { file: log },
			hint: 'Screen it. The result has the ids of the queries.',
		});
	const file = sidecarFile(log);
	let done: Pick<ChangedLabels, 'changed' | 'by'> = { changed: 0, by: [] };
	await changeSidecar(file, (before) => {
		const { sidecar, ...rest } = withLabel(before, found, { kind: 'query', label: 'ordinary', isGiven: benign, who, when, note });
		done = rest;
		return sidecar;
	});
	return { file, changed: done.changed, by: [...done.by] };
}

/** Where nobody says otherwise. */
const [defaultK, defaultRho] = [3, 0.05];

interface ScreenOn extends ScreenHooks {
	readonly onRecords: (records: readonly QueryScreenRecord[], done: number, of: number | null) => Promise<void> | void;
}

/** What editors are told besides. */
interface HeldOn extends ScreenOn {
	readonly token: string;
	readonly benign?: string;
	/** Told of what of the log cannot be read, before its queries are screened. */
	readonly onProblems: (problems: readonly FormatProblem[]) => void;
}

export interface QueryServiceOptions extends ScreenerParts {
	readonly context: RunnerContext;
	readonly now: () => Date;
}

/** What the runner does with queries: its requests ask for it, and so do editors. Everything rejects with a `UserError`. */
export class QueryService {
	readonly #context: RunnerContext;
	readonly #parts: ScreenerParts;
	readonly #now: () => Date;
	readonly #held: HeldScreener;

	constructor({ now, ...parts }: QueryServiceOptions) {
		this.#context = parts.context;
		this.#parts = parts;
		this.#now = now;
		this.#held = new HeldScreener(parts);
	}

	/** Screens every query of a log; nothing is changed. Of one that is followed it ends with the signal alone, whose reason it rejects with. */
	async screen(given: z.infer<typeof screenParams>, hooks: ScreenOn & Pick<FollowHooks, 'onRemarks'>): Promise<QueryScreenSummary> {
		const log = resolve(given.queries);
		// Before the store is read, which may take minutes: lines that are rotated away meanwhile are screened, too.
		await using followed = given.follow ? await openFollowedLog(log) : null;
		const benign = await benignFile({ log, store: given.store, named: given.benign, find: given.findBenign });
		const read = followed === null ? await readLogFile(log) : null;
		const isBenign = await benignQueriesOf(log);
		return await withStore(named(given.store), hooks.signal, this.#context, async (store) => {
			await using screener = await openScreener(store, { ...given, benign }, this.#parts, hooks);
			// A log that is followed has no end at which that could be said.
			const { calibration, hint } = screener.threshold;
			if (given.follow && hint !== null) await hooks.onRemarks([{ message: calibration.says, hint }]);
			const pieces = followed?.pieces(hooks) ?? (read === null ? [] : [read]);
			return await screenLog(pieces, screener, { ...hooks, log, k: given.k, of: read?.queries.length ?? null, isBenign });
		});
	}

	/** The same for editors, against a store that stays ready between two of them. `benign`: a file of benign queries; absent: one beside log or store. */
	async screenHeld(log: string, store: string, hooks: HeldOn): Promise<QueryScreenSummary> {
		const benign = await benignFile({ log, store, named: hooks.benign, find: true });
		const read = await readLogFile(log);
		const isBenign = await benignQueriesOf(log);
		const { token } = hooks;
		hooks.onProblems(read.unread);
		return this.#held.use(store, { token, rho: defaultRho, benign }, hooks, (screener) =>
			screenLog([read], screener, { ...hooks, log, k: defaultK, of: read.queries.length, isBenign }),
		);
	}

	/** @throws {UserError} RA703 without a folder, RA704 for a file that is there without `force`, RA507 where it cannot be written, and as `openScreener`. */
	async moments(given: Params<typeof WriteMoments>, hooks: ScreenHooks): Promise<Result<typeof WriteMoments>> {
		requireTrust(this.#context.settings, 'memories');
		const benign = await benignFile({ store: given.store, named: given.benign, find: given.findBenign });
		return withStore(named(given.store), hooks.signal, this.#context, (store) =>
			writeMoments(store, { ...given, benign }, this.#parts, hooks),
		);
	}

	async benign({ queries, ids, who, note, benign }: Params<typeof MarkQueriesBenign>): Promise<Result<typeof MarkQueriesBenign>> {
		requireTrust(this.#context.settings, 'memories');
		const log = resolve(queries);
		const by = who ?? (await authorIn(dirname(log), this.#context.settings.author));
		return markQueriesBenign(log, ids, { who: by, note, benign, when: this.#now().toISOString() });
	}
}

/** Requests about queries. */
export function answerQueryRequests({
	connection,
	answers,
	outbox,
	queries,
}: {
	readonly connection: Pick<Sender, 'sendNotification'>;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly queries: QueryService;
}): void {
	const telling =
		(token: string) =>
		(message: string, done: number, total: number): void =>
			outbox.tell(Progress, { token, message, done, total });
	answers.request(ScreenQueries, (params, signal) => {
		const { token } = params;
		return queries.screen(params, {
			signal,
			onProgress: telling(token),
			// Waited for: a log of a million queries is not to pile up before a slow reader.
			onRecords: (records, done, of) => tell(connection, QueriesScreened, { token, records: [...records], done, of }),
			onRemarks: (remarks) => tell(connection, FollowedLogRemarks, { token, remarks: [...remarks] }),
		});
	});
	answers.request(WriteMoments, (params, signal) => queries.moments(params, { signal, onProgress: telling(params.token) }));
	answers.request(MarkQueriesBenign, (params) => queries.benign(params));
}
