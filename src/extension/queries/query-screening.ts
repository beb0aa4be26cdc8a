import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { MemoryViewModel } from '../memory/memory-model.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { TextDocuments } from '../vscode/text-documents.ts';
import { KnownChoice, type ScreeningChoice } from './input-choices.ts';
import { pickForScreening, type PickServices } from './pick-inputs.ts';
import { QueriesViewModel } from './queries-model.ts';
import { QueryPanel, queryScreeningTitle } from './query-panel.ts';

const viewType = 'ragAssay.queryScreening';

export interface QueryScreeningServices {
	readonly runner: RunnerClient;
	readonly memory: MemoryViewModel;
	readonly texts: TextDocuments;
	readonly log: vscode.LogOutputChannel;
	/** What the workspace remembers. */
	readonly workspace: vscode.Memento;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
	readonly settings: PickServices['settings'];
}

/** Query screening in a window: one desk, and at most one panel on it, made when asked for or brought back by VS Code after a reload. */
export class QueryScreening implements Disposable {
	readonly viewModel: QueriesViewModel;
	readonly #services: QueryScreeningServices;
	readonly #held = new DisposableList();
	#open: QueryPanel | undefined;

	constructor(services: QueryScreeningServices) {
		this.#services = services;
		this.viewModel = this.#held.add(
			new QueriesViewModel({
				runner: services.runner,
				known: new KnownChoice(services.workspace),
				usual: () => {
					const { queryStore: store, queryBenign: benign } = services.settings();
					return { store, benign };
				},
			}),
		);
	}

	/** Brings the panel forward. */
	show(): void {
		if (this.#open === undefined) this.#adopt(vscode.window.createWebviewPanel(viewType, queryScreeningTitle, vscode.ViewColumn.Active));
		else this.#open.panel.reveal();
	}

	restore(panel: vscode.WebviewPanel): void {
		this.#open?.panel.dispose();
		this.#adopt(panel);
	}

	/** Takes what is given, asks for what is not, then screens, with the panel in view. Asked for nothing more than was chosen before, it still asks for the log. */
	async screen(given: Partial<ScreeningChoice>): Promise<void> {
		await this.viewModel.choose(given);
		if (given.log === undefined && !(await this.pick('log'))) return;
		if (this.viewModel.choice.store === null && !(await this.pick('store'))) return;
		this.show();
		void this.viewModel.run(false);
	}

	/** Asks for one of the three, and keeps the answer; `false`: nothing was picked. */
	async pick(what: keyof ScreeningChoice): Promise<boolean> {
		const { memory, settings } = this.#services;
		const picked = await pickForScreening(what, { memory, settings, choice: () => this.viewModel.choice });
		if (picked === undefined) return false;
		await this.viewModel.choose({ [what]: picked });
		return true;
	}

	/** The panel itself stays: when the extension starts again, VS Code hands it back. */
	dispose(): void {
		this.#open?.dispose();
		this.#held.dispose();
	}

	#adopt(panel: vscode.WebviewPanel): void {
		const open = new QueryPanel(panel, { ...this.#services, viewModel: this.viewModel, pick: (what) => this.pick(what) });
		this.#open = open;
		panel.onDidDispose(() => {
			open.dispose();
			if (this.#open !== open) return;
			this.#open = undefined;
			// Nobody sees what it would find.
			this.viewModel.stop();
		});
		open.load();
	}
}
