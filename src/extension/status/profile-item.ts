import * as vscode from 'vscode';
import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { ModelStateChanged, type ModelState } from '../../protocol/requests.ts';
import type { RunnerClient } from '../runner/client.ts';
import { profileText } from './status-text.ts';

/** The status bar's item about the profile that judges, beside a trace: which, or why none does. A click chooses another one, or calibrates. */
export class ProfileItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #runner: RunnerClient;
	readonly #analyses: Analyses;
	readonly #active: ActiveDocument;
	readonly #held = new DisposableList();
	#model: ModelState | undefined;

	constructor(runner: RunnerClient, analyses: Analyses, active: ActiveDocument) {
		this.#runner = runner;
		this.#analyses = analyses;
		this.#active = active;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('profile', vscode.StatusBarAlignment.Left, 42));
		this.#item.name = 'RAG Assay: Profile';
		this.#item.command = 'ragAssay.useProfile';
		this.#held.add(
			runner.on(ModelStateChanged, (model) => {
				this.#model = model;
				this.#update();
			}),
		);
		this.#held.add(
			runner.onDidChangeState((state) => {
				if (state !== 'running') this.#model = undefined;
				this.#update();
			}),
		);
		this.#held.add(
			analyses.onDidChange(() => {
				this.#update();
			}),
		);
		this.#held.add(
			active.onDidChange(() => {
				this.#update();
			}),
		);
		this.#update();
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { uri } = this.#active;
		const isTrace = uri !== undefined && (this.#analyses.of(uri.toString())?.state.kind ?? 'none') !== 'none';
		const shown = !isTrace || this.#runner.state !== 'running' || this.#model === undefined ? undefined : profileText(this.#model);
		if (shown === undefined) return this.#item.hide();
		this.#item.text = shown.text;
		const tooltip = new vscode.MarkdownString(shown.tooltip);
		tooltip.isTrusted = { enabledCommands: ['ragAssay.useProfile', 'ragAssay.calibrate'] };
		this.#item.tooltip = tooltip;
		this.#item.accessibilityInformation = { label: `RAG Assay: ${shown.label}`, role: 'button' };
		this.#item.backgroundColor = shown.warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.show();
	}
}
