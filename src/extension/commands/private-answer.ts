import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { privateSettings, type PrivateSettings } from '../../formats/private-settings.ts';
import { distinctDocuments } from '../../formats/distinct-documents.ts';
import type { Release } from '../../formats/release.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { GeneratePrivate, PlanPrivate, type GetBudget } from '../../protocol/private.ts';
import { Progress } from '../../protocol/requests.ts';
import { oneLineOf } from '../../wording/phrases.ts';
import { isCancellation } from '../vscode/failure.ts';
import { corpusFolder, ledgerChoice } from '../privacy-budget/corpus-folder.ts';
import { costQuestion, firstPayer, refusalOf, reviewTitle } from '../private-answer/cost-words.ts';
import { pickDocuments, type PickedDocuments } from '../private-answer/pick-documents.ts';
import { savePrivateOriginal, saveRelease, wantsToSaveAfterAll } from '../private-answer/save-release.ts';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../vscode/messages.ts';

/** Opens the panel that plans private answers and shows what is left. */
export const privacyBudget: Command = async ({ privacyBudget: budget }) => {
	budget.show();
};

/** Asks what is to be answered and from what, says what it costs, then spends, generates and saves. Settings may come as argument, from the panel. */
export const generatePrivate: Command = async (session, given) => {
	if (!vscode.workspace.isTrusted) {
		await showInformationMessage('RAG Assay generates and spends nothing in Restricted Mode. Trust this workspace first.');
		return;
	}
	const settings = settingsOf(given) ?? session.privacyBudget.viewModel.state.saved.settings;
	const picked = await pickDocuments(session.active.editor);
	if (picked === undefined) return;
	const query = await vscode.window.showInputBox({
		title: 'Generate Private Answer: question',
		prompt: 'The question is not protected: leave private facts out of it.',
		placeHolder: 'What do many of the documents have in common?',
		ignoreFocusOut: true,
		validateInput: (text) => (text.trim() === '' ? 'Write a question.' : undefined),
		...(picked.query === undefined ? {} : { value: picked.query }),
	});
	if (query === undefined) return;
	const choice = await choiceOf(session, picked.folder);
	if (choice === null) {
		await showInformationMessage('A budget belongs to a folder. Open a folder, or save the trace in one, and try again.');
		return;
	}
	// That little of use can come out is said in the question about the cost.
	const documents = distinctDocuments(picked.documents).length;
	const plan = await session.runner.ask(PlanPrivate, { settings, documents, ...choice, anyway: true });
	const budget = (await session.privacyBudget.viewModel.budgetOf(choice)) ?? firstPayer(basename(choice.ledger ?? choice.corpus, '.jsonl'));
	const refusal = refusalOf(budget, plan);
	if (refusal !== undefined) return refuse(session, refusal.message, choice.corpus);
	if (plan.refused !== null) return refuse(session, `Nothing was spent. ${plan.refused}`, choice.corpus);
	const { message, detail } = costQuestion(budget, plan, choice.corpus);
	const spend: vscode.MessageItem = { title: 'Spend and Generate' };
	const forReview: vscode.MessageItem = { title: reviewTitle };
	const agreed = await showInformationMessage(message, { modal: true, detail }, spend, forReview);
	if (agreed === undefined) return;
	const reviewed = agreed === forReview;
	const made = await generate(session, { query: query.trim(), picked, settings, choice, original: reviewed });
	// The ledger that has paid is the one to be looked at, however it ended.
	await session.privacyBudget.viewModel.turnTo(choice.corpus);
	if (made === undefined) return;
	const file = await saveRelease(made.release, picked.folder, {
		withOriginal: reviewed && made.original !== null,
		...(reviewed ? { again: wantsToSaveAfterAll } : {}),
	});
	if (!reviewed || file === undefined) return offer(made.release, file, reviewed);
	if (made.original === null)
		void showWarningMessage(`The private original was not written: ${made.whyNoOriginal ?? 'nobody asked for it'}.`);
	else await savePrivateOriginal(made.original, file);
	await vscode.commands.executeCommand('ragAssay.reviewRelease', file);
};

/** The ledger that the settings name, or the corpus that they name; else that of the documents, unless it is the workspace that has the ledger; else the workspace. */
async function choiceOf({ privacyBudget: { viewModel } }: Session, folder: string | undefined): Promise<Params<typeof GetBudget> | null> {
	const named = corpusFolder();
	if (folder === undefined || (named !== null && !named.byDefault)) return ledgerChoice();
	const [own, workspace] = [ledgerChoice(folder), ledgerChoice()];
	if (own === null || workspace === null || own.ledger !== undefined) return own;
	return (await viewModel.budgetOf(own)) === null && (await viewModel.budgetOf(workspace)) !== null ? workspace : own;
}

function settingsOf(given: unknown): PrivateSettings | undefined {
	if (typeof given !== 'object' || given === null || !('settings' in given)) return undefined;
	const read = privateSettings.safeParse(given.settings);
	return read.success ? read.data : undefined;
}

/** `corpus`: whose ledger refuses. */
async function refuse(session: Session, message: string, corpus: string): Promise<void> {
	const open = 'Open Privacy Budget';
	if ((await showErrorMessage(message, open)) === open) session.privacyBudget.show(corpus);
}

interface Asked {
	readonly query: string;
	readonly picked: PickedDocuments;
	readonly settings: PrivateSettings;
	readonly choice: Params<typeof GetBudget>;
	/** Whether a review follows, which may want the private original. */
	readonly original: boolean;
}

/** `undefined`: the person canceled it; what was spent by then stays spent. */
async function generate(
	{ runner }: Session,
	{ query, picked: { documents, system }, settings, choice, original }: Asked,
): Promise<Result<typeof GeneratePrivate> | undefined> {
	const token = randomUUID();
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Private answer', cancellable: true },
		async (progress, cancellation) => {
			const subscription = runner.on(Progress, ({ token: of, message, done, total }) => {
				if (of === token) progress.report({ message: total > 0 ? `${message}: ${done} of ${total}` : message });
			});
			try {
				// Asked once: another runner would spend again.
				return await runner.ask(
					GeneratePrivate,
					{
						token,
						query,
						...(system === undefined ? {} : { system }),
						documents: [...documents],
						settings,
						...choice,
						original,
						// The question about the cost has said how little can come out.
						anyway: true,
					},
					cancellation,
				);
			} catch (error) {
				if (!isCancellation(error)) throw error;
				void showInformationMessage('Canceled. What was already spent stays spent. The privacy budget shows what is left.');
				return undefined;
			} finally {
				subscription.dispose();
			}
		},
	);
}

/** `file`: where it was saved. `reviewed`: a review was asked for, which takes a file. */
async function offer(release: Release, file: vscode.Uri | undefined, reviewed: boolean): Promise<void> {
	const said = oneLineOf(release.text, 200);
	if (file === undefined) {
		const review = reviewed ? ' There is no file to review yet, and the private file was not written.' : '';
		void showInformationMessage(`Private answer, not saved yet: ${said}${review}`);
		return;
	}
	const [review, open] = ['Review', 'Open File'];
	const answer = await showInformationMessage(`Private answer saved as ${vscode.workspace.asRelativePath(file)}: ${said}`, review, open);
	if (answer === review) await vscode.commands.executeCommand('ragAssay.reviewRelease', file);
	else if (answer === open) await vscode.window.showTextDocument(file);
}
