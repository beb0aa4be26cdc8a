import * as vscode from 'vscode';
import { ModelStateChanged, type ModelState } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { languageId, tracePatterns } from '../vscode/workspace-text.ts';
import type { RunnerClient } from '../runner/client.ts';
import { modelText } from './status-text.ts';

const severities = {
	information: vscode.LanguageStatusSeverity.Information,
	warning: vscode.LanguageStatusSeverity.Warning,
	error: vscode.LanguageStatusSeverity.Error,
};

/** The language status item: which model reads, on what, and how it is. A click opens the log. */
export class ModelItem implements Disposable {
	readonly #item: vscode.LanguageStatusItem;
	readonly #runner: RunnerClient;
	readonly #held = new DisposableList();
	#model: ModelState | undefined;
	#logged = '';

	constructor(runner: RunnerClient, log: vscode.LogOutputChannel) {
		this.#runner = runner;
		this.#item = this.#held.add(
			vscode.languages.createLanguageStatusItem('ragAssay.model', [
				{ language: languageId },
				...tracePatterns.map((pattern) => ({ pattern })),
			]),
		);
		this.#item.name = 'RAG Assay';
		this.#item.command = { command: 'ragAssay.showLog', title: 'Show Log' };
		this.#held.add(
			runner.on(ModelStateChanged, (model) => {
				this.#model = model;
				this.#update();
				const line = `model ${model.model ?? '(none)'}: ${model.state}${model.device === null ? '' : ` on ${model.device}, ${model.dtype ?? 'unknown precision'}`}${model.error === null ? '' : `: ${model.error.message} (${model.error.code})`}`;
				// Its memory is told every few seconds; only the rest is news.
				if (line === this.#logged) return;
				this.#logged = line;
				log.info(line);
			}),
		);
		this.#held.add(
			runner.onDidChangeState((state) => {
				if (state !== 'running') this.#model = undefined;
				this.#update();
			}),
		);
		this.#update();
	}

	get model(): ModelState | undefined {
		return this.#model;
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { text, detail, severity, busy } = modelText(this.#runner.state, this.#model);
		this.#item.text = text;
		this.#item.detail = detail;
		this.#item.severity = severities[severity];
		this.#item.busy = busy;
	}
}
