import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { MarkQueriesBenign, screenParams, WriteMoments } from '../../protocol/queries.ts';
import { authorIn } from '../labels/author.ts';
import { named, withStore } from '../memory/named-store.ts';
import type { ModelService } from '../model-service.ts';
import { requireTrust } from '../require-trust.ts';
import { benignFile } from './benign-file.ts';
import { openFollowedLog, type FollowHooks } from './follow-log.ts';
import { HeldScreener } from './held-screener.ts';
import { benignQueriesOf, readLogFile } from './log-file.ts';
import { markQueriesBenign } from './mark-benign.ts';
import { screenLog } from './screen-log.ts';
import { openScreener, type ScreenHooks } from './screener.ts';
import { writeMoments } from './write-moments.ts';

/** Where nobody says otherwise. */
const [usualK, usualRho] = [3, 0.05];

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

/** What the runner does with queries: its requests ask for it, and so do editors. Everything rejects with a `UserError`. */
export class QueryService {
	readonly #models: ModelService;
	readonly #now: () => Date;
	readonly #held: HeldScreener;

	constructor({ models, now }: { readonly models: ModelService; readonly now: () => Date }) {
		this.#models = models;
		this.#now = now;
		this.#held = new HeldScreener(models);
	}

	/** Screens every query of a log; nothing is changed. Of one that is followed it ends with the signal alone, whose reason it rejects with. */
	async screen(given: z.infer<typeof screenParams>, hooks: ScreenOn & Pick<FollowHooks, 'onRemarks'>): Promise<QueryScreenSummary> {
		const log = resolve(given.queries);
		// Before the store is read, which may take minutes: lines that are rotated away meanwhile are screened, too.
		await using followed = given.follow ? await openFollowedLog(log) : null;
		const benign = await benignFile({ log, store: given.store, named: given.benign, find: given.findBenign });
		const read = followed === null ? await readLogFile(log) : null;
		const isBenign = await benignQueriesOf(log);
		return await withStore(named(given.store), hooks.signal, this.#models, async (store) => {
			await using screener = await openScreener(store, { ...given, benign }, this.#models, hooks);
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
		return this.#held.use(store, { token, rho: usualRho, benign }, hooks, (screener) =>
			screenLog([read], screener, { ...hooks, log, k: usualK, of: read.queries.length, isBenign }),
		);
	}

	/** @throws {UserError} RA703 without a folder, RA704 for a file that is there without `force`, RA507 where it cannot be written, and as `openScreener`. */
	async moments(given: Params<typeof WriteMoments>, hooks: ScreenHooks): Promise<Result<typeof WriteMoments>> {
		requireTrust(this.#models.settings, 'memories');
		const benign = await benignFile({ store: given.store, named: given.benign, find: given.findBenign });
		return withStore(named(given.store), hooks.signal, this.#models, (store) =>
			writeMoments(store, { ...given, benign }, this.#models, hooks),
		);
	}

	async benign({ queries, ids, who, note, benign }: Params<typeof MarkQueriesBenign>): Promise<Result<typeof MarkQueriesBenign>> {
		requireTrust(this.#models.settings, 'memories');
		const log = resolve(queries);
		const by = who ?? (await authorIn(dirname(log), this.#models.settings.author));
		return markQueriesBenign(log, ids, { who: by, note, benign, when: this.#now().toISOString() });
	}
}
