import * as vscode from 'vscode';
import {
	CalibrationChanged,
	CancelCalibration,
	CurrentCalibration,
	PreviewCalibration,
	StartCalibration,
} from '../../protocol/calibration.ts';
import { calibrationMemory, calibrationSetup, GetCalibrationReport } from '../../protocol/calibration-panel.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { ProfileList } from '../explorer/profile-list.ts';
import type { RunnerClient } from '../runner/client.ts';
import { CalibrationViewModel, status } from './calibration-model.ts';
import { CalibrationPanel, calibrationTitle } from './calibration-panel.ts';
import { dataPath } from './pick-data.ts';

const calibrationViewType = 'ragAssay.calibration';

export interface CalibrationServices {
	readonly runner: RunnerClient;
	readonly profiles: ProfileList;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
}

/** Calibration in a window: one desk, and at most one panel on it, made when asked for or brought back by VS Code after a reload. */
export class Calibration implements Disposable {
	readonly #services: CalibrationServices;
	readonly #viewModel: CalibrationViewModel;
	readonly #held = new DisposableList();
	#open: CalibrationPanel | undefined;

	constructor(services: CalibrationServices) {
		this.#services = services;
		const { runner } = services;
		let asked = 0;
		this.#viewModel = this.#held.add(
			new CalibrationViewModel(
				{
					preview: (given, token) =>
						runner.askThroughRestart(PreviewCalibration, { ...given, token: `calibration-preview-${++asked}` }, { token }),
					start: (options) => runner.askThroughRestart(StartCalibration, options),
					cancel: (run) => runner.ask(CancelCalibration, { run }),
					current: () => runner.askThroughRestart(CurrentCalibration, null),
					report: (run) => runner.ask(GetCalibrationReport, { run }),
				},
				calibrationSetup.parse({}),
				() => {
					this.#open?.changed();
				},
			),
		);
		this.#held.add(
			runner.on(CalibrationChanged, ({ run, state }) => {
				this.#viewModel.setRunState(run, state);
			}),
		);
		this.#held.add(
			runner.onDidChangeState((state) => {
				if (state === 'running' && this.#viewModel.state.run !== null) void this.#viewModel.recover();
				else if (state === 'given-up') this.#viewModel.abandon();
			}),
		);
	}

	/** Brings the panel forward; with `data`, that is what is looked through, unless a run goes on. */
	async show(data: readonly vscode.Uri[] = []): Promise<void> {
		if (this.#open === undefined)
			this.#adopt(vscode.window.createWebviewPanel(calibrationViewType, calibrationTitle, vscode.ViewColumn.Active));
		else this.#open.panel.reveal();
		if (data.length > 0 && status(this.#viewModel.state.run) !== 'going') await this.#viewModel.setData(data.map(dataPath));
	}

	/** Whether there is a run that is done. */
	get hasResults(): boolean {
		return status(this.#viewModel.state.run) === 'done';
	}

	/** Shows what the run that is done would change in a profile; `false` when there is none. */
	async compare(profile: vscode.Uri): Promise<boolean> {
		if (status(this.#viewModel.state.run) !== 'done') return false;
		await this.show();
		this.#open?.compareWith(profile);
		return true;
	}

	/** `memory` is what the panel left behind. */
	restore(panel: vscode.WebviewPanel, memory: unknown): void {
		const left = calibrationMemory.safeParse(memory);
		if (!left.success) this.#services.log.debug(`calibration: what its panel left behind is not understood: ${left.error.message}`);
		this.#open?.panel.dispose();
		this.#adopt(panel);
		// VS Code shows the panel when this returns; what was going on may take a model to look at.
		if (left.success) void this.#viewModel.remember(left.data);
	}

	/** The panel itself stays: when the extension starts again, VS Code hands it back. */
	dispose(): void {
		this.#open?.dispose();
		this.#held.dispose();
	}

	#adopt(panel: vscode.WebviewPanel): void {
		const open = new CalibrationPanel(panel, { ...this.#services, viewModel: this.#viewModel });
		this.#open = open;
		panel.onDidDispose(() => {
			open.dispose();
			if (this.#open === open) this.#open = undefined;
		});
		open.load();
	}
}
