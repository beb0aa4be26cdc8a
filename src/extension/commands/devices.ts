import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import { GetDeviceReport, InstallDevice, type DeviceInstallation } from '../../protocol/models.ts';
import { Progress } from '../../protocol/requests.ts';
import { deviceReportText, installationQuestion } from './device-text.ts';
import { userErrorOf } from '../vscode/failure.ts';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

const install = { title: 'Install CUDA…' };

export const deviceReport: Command = async (session) => {
	const { runner, texts } = session;
	const report = await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Trying the devices of this machine', cancellable: true },
		(_progress, token) => runner.ask(GetDeviceReport, null, token),
	);
	await texts.show('Device Report.md', deviceReportText(report));
	// With a card and its driver there: nobody else is asked.
	if (!report.candidates.some(({ installable }) => installable === true)) return;
	if ((await showInformationMessage('This machine has an NVIDIA card. To use it, install CUDA’s missing libraries.', install)) === install)
		await installCuda(session);
};

export const installCuda: Command = async ({ runner }) => {
	const token = `install-cuda-${Date.now()}`;
	const asked = await planned(runner, token);
	if (asked === undefined) return;
	const { plan, index } = asked;
	if (plan.bytes > 0) {
		const { message, detail, button } = installationQuestion(plan);
		const agreed = { title: button };
		if ((await showInformationMessage(message, { modal: true, detail }, agreed)) !== agreed) return;
	}
	const announced = plan.packages.filter(({ state }) => state === 'fetch').map(({ file }) => file);
	const installed = await withProgress(runner, token, 'Installing CUDA', { announced, index });
	const report = { title: 'Device Report' };
	const answer = await showInformationMessage(
		installed.missing === null
			? 'CUDA is installed. RAG Assay tries it when it loads a model.'
			: `Everything that can be installed for CUDA is installed. ${installed.missing}`,
		report,
	);
	if (answer === report) await vscode.commands.executeCommand('ragAssay.deviceReport');
};

/** What would be installed, and from where; `undefined` where the user names no index of packages and none is known. */
async function planned(
	runner: Session['runner'],
	token: string,
): Promise<{ plan: DeviceInstallation; index: string | undefined } | undefined> {
	const title = 'Checking what CUDA needs';
	try {
		return { plan: await withProgress(runner, token, title, { announced: null, index: undefined }), index: undefined };
	} catch (error) {
		if (userErrorOf(error)?.code !== errorNumbers.noPackageIndex) throw error;
	}
	const index = await vscode.window.showInputBox({
		title: 'Install CUDA: From Where?',
		ignoreFocusOut: true,
		placeHolder: 'https://…/simple/',
		prompt:
			'Address of the public Python Package Index\u2019s "simple" page, or of your company\u2019s index. RAG Assay did not find pip, which knows the address, on this machine. Downloads are checked against pinned hashes.',
		validateInput: (text) => (URL.canParse(text) && /^https?:/.test(text) ? undefined : 'Enter a web address.'),
	});
	return index === undefined ? undefined : { plan: await withProgress(runner, token, title, { announced: null, index }), index };
}

/** Installs what was announced, or with `null` says what that would be; what is installed is read whole for either. */
async function withProgress(
	runner: Session['runner'],
	token: string,
	title: string,
	{ announced, index }: { announced: string[] | null; index: string | undefined },
): Promise<DeviceInstallation> {
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
		async (progress, cancellation) => {
			let share = 0;
			const subscription = runner.on(Progress, (update) => {
				if (update.token !== token) return;
				const now = update.total === 0 ? share : (100 * update.done) / update.total;
				progress.report({
					message: `${update.message}${update.total === 0 ? '' : `: ${Math.floor(now)}%`}`,
					increment: Math.max(0, now - share),
				});
				share = Math.max(share, now);
			});
			try {
				return await runner.ask(
					InstallDevice,
					{ token, device: 'cuda', announced, ...(index === undefined ? {} : { index }) },
					cancellation,
				);
			} finally {
				subscription.dispose();
			}
		},
	);
}
