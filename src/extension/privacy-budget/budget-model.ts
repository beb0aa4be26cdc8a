import * as vscode from 'vscode';
import {
	presets,
	GetBudget,
	PlanPrivate,
	SetBudget,
	VerifyBudget,
	type BudgetOutlook,
	type LedgerState,
	type Planned,
	type PrivacyBudgetState,
} from '../../protocol/private.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { section } from '../configuration.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { sentenceOf, userErrorOf } from '../vscode/failure.ts';
import { FileWatch } from '../vscode/file-watch.ts';
import type { RunnerClient } from '../runner/client.ts';
import { corpusAt, corpusFolder, ledgerChoice, sharedLedger, type Corpus } from './corpus-folder.ts';
import type { KnownCorpora } from './known-corpora.ts';
import { readPlanned, settingsFor } from './planned-settings.ts';

/** What the settings plan, and what the ledger of the corpus has left, for whoever shows it or spends by it. */
export class BudgetViewModel implements Disposable {
	readonly #runner: RunnerClient;
	readonly #known: KnownCorpora;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#ledger: LedgerState = { kind: 'unknown' };
	#corpora: PrivacyBudgetState['corpora'] = [];
	/** The newest look at the ledger. */
	#looking: Promise<void> = Promise.resolve();
	#looks = 0;
	/** A plan is being saved, setting by setting. */
	#saving = false;
	/** The ledger's file: other windows and terminals spend, too. */
	readonly #watch = this.#held.add(new FileWatch(() => void this.look()));

	constructor(runner: RunnerClient, known: KnownCorpora) {
		this.#runner = runner;
		this.#known = known;
		this.#held.add(
			vscode.workspace.onDidChangeConfiguration((event) => {
				if (this.#saving || !event.affectsConfiguration(`${section}.private`)) return;
				const isOf = (name: string): boolean => event.affectsConfiguration(`${section}.private.${name}`);
				// Who names another corpus wants to see that one.
				if (isOf('corpus')) void this.turnTo(null);
				else if (isOf('ledger')) void this.look();
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
			corpus: this.#corpus(),
			corpora: this.#corpora,
			sharedLedger: sharedLedger(),
			ledger: this.#ledger,
		};
	}

	/** Reads the ledger again; what was known stands until then. Fulfilled when the newest look is over, whoever began it. Never rejects: a failure is shown. */
	look(): Promise<void> {
		this.#looking = this.#lookOnce(++this.#looks);
		return this.#looking;
	}

	/** Shows the ledger of another corpus, by its folder: one that has paid or refused, or that somebody chose; `null`: that of the settings. */
	async turnTo(path: string | null): Promise<void> {
		const before = this.#corpus()?.path;
		await this.#known.turnTo(path === corpusFolder()?.path ? null : path);
		// What is left of one ledger is not said of another.
		if (this.#corpus()?.path !== before) this.#become({ kind: 'asking' });
		await this.look();
	}

	/** What a ledger has left; `null`: there is none. */
	budgetOf(choice: Params<typeof GetBudget>): Promise<Result<typeof GetBudget>> {
		return this.#runner.ask(GetBudget, choice);
	}

	/** What can come out, and what would with the ε of each preset. No ledger is read for it: one that cannot be read keeps nobody from planning. */
	async outlook({ settings, documents }: Planned): Promise<BudgetOutlook> {
		const [plan, ...others] = await Promise.all([
			this.#runner.ask(PlanPrivate, { settings, documents }),
			...presets.map(({ epsilon }) => this.#runner.ask(PlanPrivate, { settings: { ...settings, epsilon }, documents })),
		]);
		return {
			plan,
			presets: others.map(({ decoders, keywords, split, settings: { epsilon, decoder } }) => {
				const way = split.decode === 0 && keywords !== null ? keywords : decoders.find((one) => one.decoder === decoder);
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

	async setBudget(budget: Omit<Params<typeof SetBudget>, 'corpus' | 'ledger'>): Promise<void> {
		const choice = this.#choice();
		if (choice === null) return;
		await this.#runner.ask(SetBudget, { ...budget, ...choice });
		await this.look();
	}

	async verify(): Promise<Result<typeof VerifyBudget>> {
		const choice = this.#choice();
		if (choice === null) throw new Error('Open a folder first. A budget belongs to a folder of documents.');
		return this.#runner.ask(VerifyBudget, choice);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#corpus(): Corpus | null {
		const { shown } = this.#known;
		// A ledger that a setting names pays for every corpus.
		return shown === null || sharedLedger() !== null ? corpusFolder() : corpusAt(shown);
	}

	#choice(): Params<typeof GetBudget> | null {
		return ledgerChoice(this.#corpus()?.path);
	}

	async #write(key: string, value: unknown): Promise<void> {
		const configuration = vscode.workspace.getConfiguration(section);
		const set = configuration.inspect(key);
		// The user's own default for all workspaces is no default of the product: the workspace says otherwise in so many words.
		const wanted = value === undefined && set?.globalValue !== undefined ? set.defaultValue : value;
		if (JSON.stringify(set?.workspaceValue) === JSON.stringify(wanted)) return;
		await configuration.update(key, wanted, vscode.ConfigurationTarget.Workspace);
	}

	async #lookOnce(look: number): Promise<void> {
		const choice = this.#choice();
		if (choice === null || !vscode.workspace.isTrusted) return this.#become({ kind: 'unknown' });
		// Where there is none, a form may be being filled in.
		if (this.#ledger.kind === 'unknown' || this.#ledger.kind === 'failed') this.#become({ kind: 'asking' });
		const found = await this.#read(choice).then(
			({ file, budget }) => ({ file, ledger: budget === null ? ({ kind: 'none' } as const) : ({ kind: 'ready', budget } as const) }),
			(error: unknown) => ({ file: undefined, ledger: { kind: 'failed', message: sentenceOf(error) } as const }),
		);
		const corpora = sharedLedger() === null ? await this.#othersThan(choice.corpus) : [];
		if (look !== this.#looks) return this.#looking;
		if (found.ledger.kind === 'ready' && choice.ledger === undefined) await this.#known.add(choice.corpus);
		this.#corpora = corpora.length === 0 ? [] : [choice.corpus, ...corpora].map(corpusAt).map(({ path, label }) => ({ path, label }));
		this.#become(found.ledger);
		// What became of it between this look and the watch is seen by another one, which the watch begins with.
		if (found.file !== undefined) await this.#watch.of(found.file);
	}

	/** What else can be shown than one corpus: that of the settings, and those with a ledger. */
	async #othersThan(shown: string): Promise<string[]> {
		const own = corpusFolder()?.path;
		const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
		const paths = [...new Set([...(own === undefined ? [] : [own]), ...folders, ...this.#known.paths])].filter((path) => path !== shown);
		const listed = await Promise.all(paths.map(async (path) => path === own || this.#hasLedger(path)));
		return paths.filter((_, i) => listed[i]);
	}

	async #hasLedger(corpus: string): Promise<boolean> {
		try {
			return (await this.budgetOf({ corpus })) !== null;
		} catch (error) {
			// A folder that is gone is no corpus; a ledger that cannot be read is there, and says why once it is chosen.
			return userErrorOf(error)?.code !== errorNumbers.noCorpusFolder;
		}
	}

	/** Where there is no ledger yet, a check of it says where it will be. */
	async #read(choice: Params<typeof GetBudget>): Promise<{ readonly file: string; readonly budget: Result<typeof GetBudget> }> {
		const budget = await this.budgetOf(choice);
		return { file: budget?.file ?? (await this.#runner.ask(VerifyBudget, choice)).file, budget };
	}

	#become(ledger: LedgerState): void {
		this.#ledger = ledger;
		this.#changed.fire();
	}
}
