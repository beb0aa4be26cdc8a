import * as vscode from 'vscode';
import { GetDeviceReport, InstallDevice, Progress, type DeviceInstallation } from '../../protocol/requests.ts';
import { deviceReportText } from '../device-report.ts';
import { installationQuestion } from '../installation-text.ts';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';

const installTitle = 'Install CUDA…';

export const deviceReport: Command = async (session) => {
	const { runner, texts } = session;
	const report = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: 'Trying the devices of this machine', cancellable: true },
		(_progress, token) => runner.ask(GetDeviceReport, null, token));
	await texts.show('Device Report.md', deviceReportText(report));
	// With a card and its driver there: nobody else is asked.
	if (!report.candidates.some(({ installable }) => installable === true)) return;
	if (await vscode.window.showInformationMessage('This machine has an NVIDIA card, and CUDA lacks libraries that can be installed.', installTitle) === installTitle) await installCuda(session);
};

export const installCuda: Command = async ({ runner }) => {
	const token = `install-cuda-${Date.now()}`;
	const plan = await withProgress(runner, token, 'Looking at what CUDA needs', null);
	if (plan.bytes > 0) {
		const { message, detail, button } = installationQuestion(plan);
		if (await vscode.window.showInformationMessage(message, { modal: true, detail }, button) !== button) return;
	}
	const announced = plan.packages.filter(({ state }) => state === 'fetch').map(({ file }) => file);
	const installed = await withProgress(runner, token, 'Installing CUDA', announced);
	const report = 'Device Report';
	const answer = await vscode.window.showInformationMessage(installed.missing === null ? 'CUDA is installed. It is tried when a model is loaded.' : `All that can be installed for CUDA is there. ${installed.missing}`, report);
	if (answer === report) await vscode.commands.executeCommand('ragAssay.deviceReport');
};

/** Installs what was announced, or with `null` says what that would be; what is installed is read whole for either. */
async function withProgress(runner: Session['runner'], token: string, title: string, announced: string[] | null): Promise<DeviceInstallation> {
	return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, cancellation) => {
		let share = 0;
		const subscription = runner.on(Progress, (told) => {
			if (told.token !== token) return;
			const now = told.total === 0 ? share : 100 * told.done / told.total;
			progress.report({ message: `${told.message}${told.total === 0 ? '' : `: ${Math.floor(now)} %`}`, increment: Math.max(0, now - share) });
			share = Math.max(share, now);
		});
		try { return await runner.ask(InstallDevice, { token, device: 'cuda', announced }, cancellation); } finally { subscription.dispose(); }
	});
}
