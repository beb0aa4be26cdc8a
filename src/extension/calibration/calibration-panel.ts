import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { asProfileFile, profileFileName } from '../../formats/profile-name.ts';
import {
	CalibrationPanelChanged,
	CancelFromPanel,
	CompareProfile,
	DropCalibrationData,
	GetCalibrationReport,
	OpenCalibrationPanel,
	OpenFromPanel,
	PickCalibrationData,
	PickProfileToCompare,
	RetryCalibrationPreview,
	SaveFromPanel,
	SetCalibrationOptions,
	StartFromPanel,
	TryThreshold,
	UseProfile,
	type CalibrationPanelState,
} from '../../protocol/calibration-panel.ts';
import { SaveProfile } from '../../protocol/calibration.ts';
import { SaveExport } from '../../protocol/post-message.ts';
import { tell } from '../../protocol/rpc.ts';
import type { ProfileList } from '../explorer/profile-list.ts';
import type { RunnerClient } from '../runner/client.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import { offerAnalysis } from './offer-analysis.ts';
import { answerPanel, connectPanel, loadPanelPage, saveExport } from '../vscode/panel-host.ts';
import type { CalibrationViewModel } from './calibration-model.ts';
import { rangeInFile, type PartOfFile } from './file-position.ts';
import { dataPath, pickData, pickProfile } from './pick-data.ts';
import { showWarningMessage } from '../vscode/messages.ts';

/** Asks where a profile goes, beside what the workspace has, and before it takes the place of another file. Undefined: nowhere. */
async function askForProfileFile(name: string): Promise<vscode.Uri | undefined> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const chosen = await vscode.window.showSaveDialog({
		title: 'Save the Profile',
		saveLabel: 'Save',
		filters: { 'Calibration profile': ['json'] },
		...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, profileFileName(name)) }),
	});
	if (chosen === undefined) return undefined;
	const target = chosen.with({ path: asProfileFile(chosen.path) });
	// The dialog has asked about the file that it was given, not about this one.
	if (target.path === chosen.path || !(await exists(target))) return target;
	const replace: vscode.MessageItem = { title: 'Replace' };
	const answer = await showWarningMessage(
		`Replace ${vscode.workspace.asRelativePath(target)}?`,
		{ modal: true, detail: 'A profile with this name already exists.' },
		replace,
	);
	return answer === replace ? target : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
}

export const calibrationTitle = 'Calibration';

export interface CalibrationPanelOptions {
	readonly runner: RunnerClient;
	readonly viewModel: CalibrationViewModel;
	readonly profiles: ProfileList;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
}

/** One panel. A hidden one loses its page; the view model keeps what it shows, and the page asks for it when it is back. */
export class CalibrationPanel implements Disposable {
	readonly panel: vscode.WebviewPanel;
	readonly #options: CalibrationPanelOptions;
	readonly #held = new DisposableList();
	readonly #connection: MessageConnection;
	#saved: { readonly run: string; readonly path: string } | undefined;
	#compareWith: CalibrationPanelState['compareWith'] = null;
	/** How often a comparison was asked for from outside. */
	#compared = 0;
	/** The number of the page's last change of options. A new page counts from 1. */
	#edit = 0;

	constructor(panel: vscode.WebviewPanel, options: CalibrationPanelOptions) {
		this.panel = panel;
		this.#options = options;
		this.#connection = this.#held.add(connectPanel(panel));
		this.#answerSetup();
		this.#answerResults();
		this.#connection.listen();
		this.#held.add(
			options.profiles.onDidChange(() => {
				this.changed();
			}),
		);
	}

	/** Tells the page how things stand. */
	changed(): void {
		this.#state()
			.then((state) => tell(this.#connection, CalibrationPanelChanged, state))
			.catch((error: unknown) => {
				this.#options.log.error(`calibration: ${sentenceOf(error)}`);
			});
	}

	/** Shows what the present run would change in a profile. */
	compareWith(profile: vscode.Uri): void {
		this.#compareWith = { path: profile.fsPath, asked: ++this.#compared };
		this.changed();
	}

	load(): void {
		loadPanelPage(this.panel, this.#options.extension, 'calibration', calibrationTitle);
	}

	dispose(): void {
		this.#held.dispose();
	}

	async #state(): Promise<CalibrationPanelState> {
		const { viewModel, profiles } = this.#options;
		const listed = await profiles.all();
		const { setup, previewing, run, problem } = viewModel.state;
		return {
			setup,
			edit: this.#edit,
			previewing,
			run,
			problem,
			data: setup.data.map((path) => ({ path, label: this.#label(path) })),
			profiles: [
				...listed.map(({ uri, label, active, bundled }) => ({
					path: uri.fsPath,
					label: bundled ? `${label} (bundled)` : label,
					active,
				})),
				...this.#pickedElsewhere(listed.map(({ uri }) => uri.fsPath)),
			],
			saved:
				this.#saved === undefined || this.#saved.run !== run?.run ? null : { path: this.#saved.path, label: this.#label(this.#saved.path) },
			compareWith: this.#compareWith,
		};
	}

	/** The profile to compare with, where it is none of those that are listed. */
	#pickedElsewhere(listed: readonly string[]): CalibrationPanelState['profiles'] {
		const path = this.#compareWith?.path;
		return path === undefined || listed.includes(path) ? [] : [{ path, label: this.#label(path), active: false }];
	}

	#label(path: string): string {
		const uri = vscode.Uri.file(path);
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (folder?.uri.fsPath === path) return folder.name;
		const own = this.#options.extension.fsPath;
		return folder === undefined && path.startsWith(own)
			? `${uri.path.split('/').at(-1) ?? path} (bundled)`
			: vscode.workspace.asRelativePath(uri);
	}

	#answerSetup(): void {
		const connection = this.#connection;
		const { viewModel, extension } = this.#options;
		answerPanel(connection, OpenCalibrationPanel, () => {
			this.#edit = 0;
			return this.#state();
		});
		answerPanel(connection, PickCalibrationData, async ({ from }) => {
			const picked = await pickData(from, extension);
			if (picked.length > 0) await viewModel.setData([...viewModel.state.setup.data, ...picked.map(dataPath)]);
			return null;
		});
		answerPanel(connection, DropCalibrationData, async ({ path }) => {
			await viewModel.setData(viewModel.state.setup.data.filter((one) => one !== path));
			return null;
		});
		answerPanel(connection, RetryCalibrationPreview, async () => {
			await viewModel.look();
			return null;
		});
		answerPanel(connection, SetCalibrationOptions, async ({ options, edit }) => {
			this.#edit = edit;
			await viewModel.setOptions(options);
			return null;
		});
		answerPanel(connection, StartFromPanel, async () => {
			this.#compareWith = null;
			await viewModel.start();
			return null;
		});
		answerPanel(connection, CancelFromPanel, async () => {
			await viewModel.cancel();
			return null;
		});
	}

	#answerResults(): void {
		const connection = this.#connection;
		const { runner, profiles } = this.#options;
		answerPanel(connection, GetCalibrationReport, (asked) => runner.ask(GetCalibrationReport, asked));
		answerPanel(connection, TryThreshold, (asked) => runner.ask(TryThreshold, asked));
		answerPanel(connection, CompareProfile, (asked) => runner.ask(CompareProfile, asked));
		answerPanel(connection, SaveFromPanel, async ({ name, ...asked }) => {
			const target = await askForProfileFile(name);
			if (target === undefined) return { file: null };
			const { file } = await runner.ask(SaveProfile, { ...asked, file: target.fsPath }).catch((error: unknown) => {
				// A notification may show only its first words: they say what happened, before the path.
				if (isCancellation(error)) throw error;
				throw new Error(`Profile not saved to ${target.fsPath}. ${sentenceOf(error)}`, { cause: error });
			});
			this.#saved = { run: asked.run, path: file };
			this.changed();
			return { file: { path: file, label: this.#label(file) } };
		});
		answerPanel(connection, PickProfileToCompare, async () => {
			const picked = await pickProfile();
			if (picked !== undefined) this.compareWith(picked);
			return null;
		});
		answerPanel(connection, UseProfile, async ({ path }) => {
			await profiles.use(vscode.Uri.file(path));
			offerAnalysis(profiles, vscode.Uri.file(path)).catch((error: unknown) => {
				this.#options.log.error(`analysis after another profile: ${sentenceOf(error)}`);
			});
			return null;
		});
		answerPanel(connection, OpenFromPanel, async ({ path, at }) => {
			await openAt(vscode.Uri.file(path), at);
			return null;
		});
		answerPanel(connection, SaveExport, (asked) => saveExport(asked, undefined));
	}
}

/** Bytes of the largest data that are read. */
const largestShown = 256 * 2 ** 20;

async function openAt(uri: vscode.Uri, part: PartOfFile | null): Promise<void> {
	const { type, size } = await vscode.workspace.fs.stat(uri);
	if (type === vscode.FileType.Directory) {
		await vscode.commands.executeCommand(
			vscode.workspace.getWorkspaceFolder(uri) === undefined ? 'revealFileInOS' : 'revealInExplorer',
			uri,
		);
		return;
	}
	if (part === null) {
		await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
		return;
	}
	// Such as a device behind a link, which has no end. The runner, which read the file for its data, has the same limit.
	if ((type & vscode.FileType.File) === 0 || size > largestShown)
		throw new UserError(errorNumbers.unreadableFile, 'This file cannot be read: it no longer exists, or it is too large.', {
			place: { file: uri.fsPath },
			hint: 'Check the path.',
		});
	const { start, end } = await rangeInFile(part, async () =>
		new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(uri)),
	);
	const selection = new vscode.Range(start.line, start.character, end.line, end.character);
	const editor = await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: true, selection });
	editor.revealRange(selection, vscode.TextEditorRevealType.InCenter);
}
