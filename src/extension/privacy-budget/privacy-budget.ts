import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { RunnerClient } from '../runner/client.ts';
import { BudgetViewModel } from './budget-model.ts';
import { KnownCorpora } from './known-corpora.ts';
import { PrivacyBudgetPanel, privacyBudgetTitle } from './privacy-budget-panel.ts';

const viewType = 'ragAssay.privacyBudget';

export interface PrivacyBudgetServices {
	readonly runner: RunnerClient;
	readonly log: vscode.LogOutputChannel;
	/** What the workspace remembers. */
	readonly memory: vscode.Memento;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
}

/** The privacy budget in a window: one desk, and at most one panel on it, made when asked for or brought back by VS Code after a reload. */
export class PrivacyBudget implements Disposable {
	readonly viewModel: BudgetViewModel;
	readonly #services: PrivacyBudgetServices;
	readonly #held = new DisposableList();
	#open: PrivacyBudgetPanel | undefined;

	constructor(services: PrivacyBudgetServices) {
		this.#services = services;
		this.viewModel = this.#held.add(new BudgetViewModel(services.runner, new KnownCorpora(services.memory)));
		// Answers may have been paid for while the runner was away.
		this.#held.add(
			services.runner.onDidChangeState((state) => {
				if (state === 'running' && this.#open !== undefined) void this.viewModel.look();
			}),
		);
	}

	/** Brings the panel forward. `corpus`: with its ledger, which has paid or refused. */
	show(corpus?: string): void {
		if (corpus !== undefined) void this.viewModel.turnTo(corpus);
		if (this.#open === undefined) this.#adopt(vscode.window.createWebviewPanel(viewType, privacyBudgetTitle, vscode.ViewColumn.Active));
		else this.#open.panel.reveal();
	}

	restore(panel: vscode.WebviewPanel): void {
		this.#open?.panel.dispose();
		this.#adopt(panel);
	}

	/** The panel itself stays: when the extension starts again, VS Code hands it back. */
	dispose(): void {
		this.#open?.dispose();
		this.#held.dispose();
	}

	#adopt(panel: vscode.WebviewPanel): void {
		const open = new PrivacyBudgetPanel(panel, { ...this.#services, viewModel: this.viewModel });
		this.#open = open;
		panel.onDidDispose(() => {
			open.dispose();
			if (this.#open === open) this.#open = undefined;
		});
		// Another window or a terminal may have spent, too.
		this.#held.add(
			panel.onDidChangeViewState(({ webviewPanel }) => {
				if (webviewPanel.active) void this.viewModel.look();
			}),
		);
		open.load();
	}
}
