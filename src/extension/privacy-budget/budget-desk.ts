import * as vscode from 'vscode';
import {
	presets,
	type BudgetOutlook,
	type LedgerState,
	type Planned,
	type PrivacyBudgetState,
} from '../../protocol/privacy-budget-panel.ts';
import { GetBudget, PlanPrivate, SetBudget, VerifyBudget } from '../../protocol/private-generation.ts';
import type { Params, Result } from '../../protocol/message.ts';
import { section } from '../configuration.ts';
import { DisposableList, type Disposable } from '../disposables.ts';
import { sentenceOf } from '../failure.ts';
import type { RunnerClient } from '../runner-client.ts';
import { corpusFolder } from './corpus-folder.ts';
import { readPlanned, settingsFor } from './planned-settings.ts';

/** What the settings plan, and what the ledger of the corpus has left, for whoever shows it or spends by it. */
export class BudgetDesk implements Disposable {
	readonly #runner: RunnerClient;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#ledger: LedgerState = { kind: 'unknown' };
	/** The newest look at the ledger. */
	#look = 0;
	/** A plan is being saved, setting by setting. */
	#saving = false;
	/** Tells of ledgers in the corpus's folder: other windows and terminals spend, too. */
	#watched: { readonly path: string; readonly held: DisposableList } | undefined;

	constructor(runner: RunnerClient) {
		this.#runner = runner;
		this.#held.add(
			vscode.workspace.onDidChangeConfiguration((event) => {
				if (this.#saving || !event.affectsConfiguration(`${section}.private`)) return;
				if (event.affectsConfiguration(`${section}.private.corpus`)) void this.look();
				else this.#changed.fire();
			}),
		);
		const again = (): void => {
			void this.look();
		};
		this.#held.add(vscode.workspace.onDidGrantWorkspaceTrust(again));
		this.#held.add(vscode.workspace.onDidChangeWorkspaceFolders(again));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	get state(): PrivacyBudgetState {
		const configuration = vscode.workspace.getConfiguration(section);
		const { planned, problems } = readPlanned((key) => configuration.get(key));
		return {
			access: !vscode.workspace.isTrusted ? 'untrusted' : vscode.workspace.workspaceFolders === undefined ? 'no-folder' : 'full',
			saved: planned,
			problems: [...problems],
			corpus: corpusFolder(),
			ledger: this.#ledger,
		};
	}

	/** Reads the ledger again; the newest look wins, and what was known stands until then. Never rejects: a failure is shown. */
	async look(): Promise<void> {
		const look = ++this.#look;
		const corpus = corpusFolder();
		if (corpus === null || !vscode.workspace.isTrusted) return this.#become({ kind: 'unknown' });
		this.#watch(corpus.path);
		if (this.#ledger.kind !== 'ready') this.#become({ kind: 'asking' });
		const found = await this.budgetOf(corpus.path).then(
			(budget): LedgerState => (budget === null ? { kind: 'none' } : { kind: 'ready', budget }),
			(error: unknown): LedgerState => ({ kind: 'failed', message: sentenceOf(error) }),
		);
		if (look === this.#look) this.#become(found);
	}

	/** What a corpus's ledger has left; `null`: there is none. */
	budgetOf(corpus: string): Promise<Result<typeof GetBudget>> {
		return this.#runner.ask(GetBudget, { corpus });
	}

	/** What can come out, and what would with the ε of each preset. */
	async outlook({ settings, documents }: Planned): Promise<BudgetOutlook> {
		const corpus = vscode.workspace.isTrusted ? corpusFolder() : null;
		const [plan, ...others] = await Promise.all([
			this.#runner.ask(PlanPrivate, { settings, documents, ...(corpus === null ? {} : { corpus: corpus.path }) }),
			...presets.map(({ epsilon }) => this.#runner.ask(PlanPrivate, { settings: { ...settings, epsilon }, documents })),
		]);
		return {
			plan,
			presets: others.map(({ decoders, settings: { epsilon, decoder } }) => {
				const way = decoders.find((one) => one.decoder === decoder);
				return { epsilon, possible: way?.possible ?? false, says: way?.says ?? '' };
			}),
		};
	}

	/** Into the settings of the workspace; what is as it would be anyway goes out of them. */
	async save(planned: Planned): Promise<void> {
		this.#saving = true;
		try {
			for (const [key, value] of settingsFor(planned)) await this.#write(key, value);
		} finally {
			this.#saving = false;
			this.#changed.fire();
		}
	}

	async setBudget(budget: Omit<Params<typeof SetBudget>, 'corpus'>): Promise<void> {
		const corpus = corpusFolder();
		if (corpus === null) return;
		await this.#runner.ask(SetBudget, { ...budget, corpus: corpus.path });
		await this.look();
	}

	async verify(): Promise<Result<typeof VerifyBudget>> {
		const corpus = corpusFolder();
		if (corpus === null) throw new Error('Open a folder first: budgets belong to the corpus in it.');
		return this.#runner.ask(VerifyBudget, { corpus: corpus.path });
	}

	dispose(): void {
		this.#watched?.held.dispose();
		this.#held.dispose();
	}

	async #write(key: string, value: unknown): Promise<void> {
		const configuration = vscode.workspace.getConfiguration(section);
		const set = configuration.inspect(key);
		// The user's own default for all workspaces is no default of the product: the workspace says otherwise in so many words.
		const wanted = value === undefined && set?.globalValue !== undefined ? set.defaultValue : value;
		if (JSON.stringify(set?.workspaceValue) === JSON.stringify(wanted)) return;
		await configuration.update(key, wanted, vscode.ConfigurationTarget.Workspace);
	}

	#watch(path: string): void {
		if (this.#watched?.path === path) return;
		this.#watched?.held.dispose();
		const held = new DisposableList();
		this.#watched = { path, held };
		const watcher = held.add(
			vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path), '.rag-assay/*.jsonl')),
		);
		for (const event of [watcher.onDidCreate, watcher.onDidDelete, watcher.onDidChange])
			held.add(
				event(() => {
					void this.look();
				}),
			);
	}

	#become(ledger: LedgerState): void {
		this.#ledger = ledger;
		this.#changed.fire();
	}
}
