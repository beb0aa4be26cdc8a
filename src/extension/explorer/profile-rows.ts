import * as vscode from 'vscode';
import { ModelStateChanged } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { RunnerClient } from '../runner/client.ts';
import { Row, type RowSource } from '../vscode/list-view.ts';
import type { ProfileList } from './profile-list.ts';
import { profileRowText } from './row-text.ts';

/** Profiles, the active one marked, with what of it does not judge. */
export class ProfileRows implements RowSource, Disposable {
	readonly #profiles: ProfileList;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#left: readonly string[] = [];

	constructor(profiles: ProfileList, runner: Pick<RunnerClient, 'on'>) {
		this.#profiles = profiles;
		this.#held.add(profiles.onDidChange(() => this.#changed.fire()));
		this.#held.add(
			runner.on(ModelStateChanged, ({ profileLeft }) => {
				if (profileLeft.join('\n') === this.#left.join('\n')) return;
				this.#left = profileLeft;
				this.#changed.fire();
			}),
		);
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	async rows(): Promise<Row[]> {
		return (await this.#profiles.all()).map(({ uri, label, active, bundled }) => {
			const text = profileRowText({ label, path: uri.fsPath, active, bundled }, this.#left);
			const row = new Row(label.replace(/\.assay-profile\.json$/, ''), uri);
			row.description = text.description;
			row.iconPath = new vscode.ThemeIcon(active ? 'pass-filled' : 'circle-outline');
			row.tooltip = text.tooltip;
			row.contextValue = active ? 'activeProfile' : 'profile';
			row.accessibilityInformation = { label: text.label };
			row.command = { command: 'vscode.open', title: 'Open', arguments: [uri] };
			return row;
		});
	}

	dispose(): void {
		this.#held.dispose();
	}
}
