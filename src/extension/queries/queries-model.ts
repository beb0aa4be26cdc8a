import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { FollowedLogRemarks, QueriesScreened, ScreenQueries } from '../../protocol/queries.ts';
import type { QueryPanelState, QueryRow, ScreeningState } from '../../protocol/query-panel.ts';
import { Progress } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { isCancellation, placedSentenceOf } from '../vscode/failure.ts';
import { storeLabel } from '../memory/store-names.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { KnownChoice, ScreeningChoice } from './input-choices.ts';
import { ScreenedQueries } from './screened-queries.ts';

/** Documents that retrieval returns, and the share of benign queries that may be flagged, as the command line has them. */
const [k, rho] = [3, 0.05];

/** Milliseconds between two reports of how far a run has come. */
const tellEvery = 100;
/** Remarks on a log that is followed for months. */
const maxRemarks = 100;
const noRemarks: QueryPanelState['remarks'] = { all: 0, newest: [] };

export interface QueriesViewModelServices {
	readonly runner: RunnerClient;
	readonly known: KnownChoice;
	/** What the settings name, where nobody has chosen. */
	readonly usual: () => { readonly store: string | undefined; readonly benign: string | undefined };
}

interface Run {
	readonly number: number;
	readonly token: string;
	readonly log: string;
	readonly store: string;
	readonly benign: string | null;
	readonly live: boolean;
	readonly source: vscode.CancellationTokenSource;
	readonly screened: ScreenedQueries;
}

/** What is screened in this window, by one run at a time, for whoever shows it. */
export class QueriesViewModel implements Disposable {
	readonly #services: QueriesViewModelServices;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	readonly #rows = this.#held.add(new vscode.EventEmitter<readonly QueryRow[]>());
	/** Rows that nobody was told of yet. */
	#fresh: QueryRow[] = [];
	#soon: ReturnType<typeof setTimeout> | undefined;
	#run: Run | undefined;
	#runs = 0;
	#screening: ScreeningState = { kind: 'none' };
	#summary: QueryScreenSummary | null = null;
	#remarks: QueryPanelState['remarks'] = noRemarks;

	constructor(services: QueriesViewModelServices) {
		this.#services = services;
		const { runner } = services;
		this.#held.add(
			runner.on(Progress, ({ token, message, done, total }) => {
				if (token !== this.#run?.token || this.#screening.kind !== 'running') return;
				this.#screening = { ...this.#screening, message, done, of: total === 0 ? null : total };
				this.#changesSoon();
			}),
		);
		this.#held.add(
			runner.on(QueriesScreened, ({ token, records }) => {
				if (token !== this.#run?.token) return;
				this.#fresh.push(...this.#run.screened.take(records));
				this.#changesSoon();
			}),
		);
		this.#held.add(
			runner.on(FollowedLogRemarks, ({ token, remarks }) => {
				if (token !== this.#run?.token) return;
				const newest = [...remarks.toReversed(), ...this.#remarks.newest].slice(0, maxRemarks);
				this.#remarks = { all: this.#remarks.all + remarks.length, newest };
				this.#changed.fire();
			}),
		);
		this.#held.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}
	/** Rows of the present run that are new or other than they were. */
	get onDidChangeRows(): vscode.Event<readonly QueryRow[]> {
		return this.#rows.event;
	}

	/** What will be screened next. */
	get choice(): ScreeningChoice {
		const { choice } = this.#services.known;
		const { store, benign } = this.#services.usual();
		return { ...choice, store: choice.store ?? store ?? null, benign: choice.benign ?? benign ?? null };
	}

	get state(): QueryPanelState {
		const { log, store, benign } = this.choice;
		const run = this.#run;
		return {
			trusted: vscode.workspace.isTrusted,
			log: named(log),
			store: named(store),
			benign: benign === null ? null : { ...nameOf(benign), from: this.#services.known.choice.benign === null ? 'settings' : 'person' },
			run: this.#runs,
			screening: this.#screening,
			shown: run === undefined ? null : { log: nameOf(run.log), store: nameOf(run.store), benign: named(run.benign) },
			queries: run?.screened.queries ?? 0,
			judged: run?.screened.judged ?? true,
			flagged: run?.screened.flagged ?? 0,
			unlisted: run?.screened.unlisted ?? 0,
			remarks: this.#remarks,
			summary: this.#summary === null || run === undefined ? null : run.screened.summary(this.#summary, storeLabel(run.store)),
		};
	}

	get rows(): QueryRow[] {
		return this.#run?.screened.rows() ?? [];
	}
	/** In the order of the log. */
	get records(): QueryScreenRecord[] {
		return this.#run?.screened.records() ?? [];
	}
	/** What the present run screens, and against what. */
	get shown(): { readonly log: string; readonly store: string } | undefined {
		return this.#run;
	}
	of(run: number, at: number): QueryScreenRecord | undefined {
		return run === this.#runs ? this.#run?.screened.of(at) : undefined;
	}

	async choose(choice: Partial<ScreeningChoice>): Promise<void> {
		await this.#services.known.choose(choice);
		this.#changed.fire();
	}

	/** The settings name another store, or other ordinary queries. */
	settingsChanged(): void {
		this.#changed.fire();
	}

	/** Screens what is chosen, in place of the run before; fulfilled when it has ended. A failure is shown, and rejects nothing. */
	async run(live: boolean): Promise<void> {
		const { log, store, benign } = this.choice;
		if (log === null || store === null) return;
		this.stop();
		const run: Run = {
			number: ++this.#runs,
			token: `query-screening-${randomUUID()}`,
			log,
			store,
			benign,
			live,
			source: new vscode.CancellationTokenSource(),
			screened: new ScreenedQueries(k),
		};
		this.#run = run;
		this.#fresh = [];
		this.#summary = null;
		this.#remarks = noRemarks;
		this.#become({ kind: 'running', message: 'Starting', done: 0, of: null, live });
		try {
			const summary = await this.#services.runner.ask(
				ScreenQueries,
				{ token: run.token, queries: log, store, ...(benign === null ? {} : { benign }), rho, k, follow: live },
				run.source.token,
			);
			if (this.#run !== run) return;
			this.#summary = summary;
			this.#become({ kind: 'done' });
		} catch (error) {
			if (this.#run !== run) return;
			const stopped = isCancellation(error) || run.source.token.isCancellationRequested;
			this.#become(stopped ? { kind: 'stopped', live } : { kind: 'failed', message: placedSentenceOf(error) });
		} finally {
			run.source.dispose();
		}
	}

	/** Ends the run; what it has screened stays. */
	stop(): void {
		const { kind } = this.#screening;
		if (kind !== 'running' || this.#run === undefined) return;
		const { source, live } = this.#run;
		source.cancel();
		this.#become({ kind: 'stopped', live });
	}

	/** Queries of a log were marked benign, or no longer are: by the panel, or by a quick fix in the log. */
	marked(log: string, ids: readonly string[], benign: boolean): void {
		if (this.#run === undefined || vscode.Uri.file(log).fsPath !== vscode.Uri.file(this.#run.log).fsPath) return;
		this.#fresh.push(...this.#run.screened.mark(ids, benign));
		this.#tell();
	}

	dispose(): void {
		clearTimeout(this.#soon);
		this.#run?.source.cancel();
		this.#held.dispose();
	}

	/** Records come by the thousand a second: a page that is told of each batch no longer hears who wants to stop. */
	#changesSoon(): void {
		this.#soon ??= setTimeout(() => this.#tell(), tellEvery);
	}

	/** The rows first: what is said of the run counts them. */
	#tell(): void {
		clearTimeout(this.#soon);
		this.#soon = undefined;
		const rows = this.#fresh;
		this.#fresh = [];
		if (rows.length > 0) this.#rows.fire(rows);
		this.#changed.fire();
	}

	#become(screening: ScreeningState): void {
		this.#screening = screening;
		this.#tell();
	}
}

function nameOf(target: string): { target: string; label: string } {
	return { target, label: storeLabel(target) };
}

function named(target: string | null): { target: string; label: string } | null {
	return target === null ? null : nameOf(target);
}
