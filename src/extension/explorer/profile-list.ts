import * as vscode from 'vscode';
import { profileEnd } from '../../formats/profile-name.ts';
import { firstFolder, section } from '../configuration.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { workspacePath, profileSettingOf } from '../profile-path.ts';

export interface ListedProfile {
	readonly uri: vscode.Uri;
	readonly label: string;
	/** The settings name it, or name none and it is the bundled one. */
	readonly active: boolean;
	readonly bundled: boolean;
}

const pattern = `**/*${profileEnd}`;
const key = 'profile';

/** The profiles of the workspace and the bundled one, and which of them the settings name. */
export class ProfileList implements Disposable {
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	readonly #bundled: vscode.Uri;

	/** `extension` is the product's folder. */
	constructor(extension: vscode.Uri) {
		this.#bundled = vscode.Uri.joinPath(extension, 'models/demo/demo.assay-profile.json');
		const watcher = this.#held.add(vscode.workspace.createFileSystemWatcher(pattern));
		const changed = (): void => {
			this.#changed.fire();
		};
		for (const event of [watcher.onDidCreate, watcher.onDidDelete, watcher.onDidChange]) this.#held.add(event(changed));
		this.#held.add(
			vscode.workspace.onDidChangeConfiguration((event) => {
				if (event.affectsConfiguration(`${section}.${key}`)) changed();
			}),
		);
		this.#held.add(vscode.workspace.onDidChangeWorkspaceFolders(changed));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	/** The active one, too, where it lies outside of the workspace. */
	async all(): Promise<ListedProfile[]> {
		const named = this.#named();
		const found = await vscode.workspace.findFiles(pattern, undefined, 500);
		const own = found.filter((uri) => !same(uri, this.#bundled)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
		const outside = named !== undefined && !own.some((uri) => same(uri, named)) && !same(named, this.#bundled) ? [named] : [];
		return [
			...[...own, ...outside].map((uri) => ({
				uri,
				label: vscode.workspace.asRelativePath(uri),
				active: named !== undefined && same(uri, named),
				bundled: false,
			})),
			{ uri: this.#bundled, label: 'demo', active: named === undefined || same(named, this.#bundled), bundled: true },
		];
	}

	/** From now on findings are made by this profile: in this workspace, or everywhere where no folder is open. */
	async use(uri: vscode.Uri): Promise<void> {
		const target =
			vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
		await vscode.workspace
			.getConfiguration(section)
			.update(key, same(uri, this.#bundled) ? '' : profileSettingOf(uri.fsPath, firstFolder()), target);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#named(): vscode.Uri | undefined {
		const named = vscode.workspace.getConfiguration(section).get<string>(key, '').trim();
		return named === '' ? undefined : vscode.Uri.file(workspacePath(named, firstFolder()));
	}
}

function same(a: vscode.Uri, b: vscode.Uri): boolean {
	return a.fsPath === b.fsPath;
}
