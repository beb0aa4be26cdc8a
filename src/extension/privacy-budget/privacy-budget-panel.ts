import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { SaveExport } from '../../protocol/post-message.ts';
import {
	GenerateFromPanel,
	OpenLedger,
	OpenPrivacyBudget,
	OpenPrivateSettings,
	PickCorpus,
	PlanFromPanel,
	PrivacyBudgetChanged,
	RefreshLedger,
	SavePlanned,
	SetBudgetFromPanel,
	ShowCorpus,
	VerifyFromPanel,
} from '../../protocol/private.ts';
import { tell } from '../../protocol/rpc.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { openSettings } from '../vscode/open-settings.ts';
import { answerPanel, connectPanel, loadPanelPage, saveExport } from '../vscode/panel-host.ts';
import type { BudgetViewModel } from './budget-model.ts';
import { pickCorpusFolder } from './corpus-folder.ts';

export const privacyBudgetTitle = 'Privacy Budget';

export interface PrivacyBudgetPanelOptions {
	readonly viewModel: BudgetViewModel;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
}

/** One panel. A hidden one loses its page; the view model keeps what it shows, the page what was written and not saved. */
export class PrivacyBudgetPanel implements Disposable {
	readonly panel: vscode.WebviewPanel;
	readonly #options: PrivacyBudgetPanelOptions;
	readonly #held = new DisposableList();
	readonly #connection: MessageConnection;

	constructor(panel: vscode.WebviewPanel, options: PrivacyBudgetPanelOptions) {
		this.panel = panel;
		this.#options = options;
		this.#connection = this.#held.add(connectPanel(panel));
		this.#answer();
		this.#connection.listen();
		this.#held.add(
			options.viewModel.onDidChange(() => {
				tell(this.#connection, PrivacyBudgetChanged, options.viewModel.state).catch((error: unknown) => {
					options.log.error(`privacy budget: ${sentenceOf(error)}`);
				});
			}),
		);
	}

	load(): void {
		loadPanelPage(this.panel, this.#options.extension, 'privacy-budget', privacyBudgetTitle);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#answer(): void {
		const connection = this.#connection;
		const { viewModel } = this.#options;
		answerPanel(connection, OpenPrivacyBudget, async () => {
			void viewModel.look();
			return viewModel.state;
		});
		answerPanel(connection, PlanFromPanel, (planned) => viewModel.outlook(planned));
		answerPanel(connection, SavePlanned, async (planned) => {
			await viewModel.save(planned);
			return null;
		});
		answerPanel(connection, SetBudgetFromPanel, async (budget) => {
			await viewModel.setBudget(budget);
			return null;
		});
		answerPanel(connection, RefreshLedger, async () => {
			await viewModel.look();
			return null;
		});
		answerPanel(connection, VerifyFromPanel, async () => {
			const verified = await viewModel.verify();
			await viewModel.look();
			return verified;
		});
		answerPanel(connection, PickCorpus, async () => {
			if (await pickCorpusFolder()) await viewModel.turnTo(null);
			return null;
		});
		answerPanel(connection, ShowCorpus, async ({ path }) => {
			await viewModel.turnTo(path);
			return null;
		});
		answerPanel(connection, OpenLedger, async () => {
			const { ledger } = viewModel.state;
			if (ledger.kind === 'ready') await vscode.window.showTextDocument(vscode.Uri.file(ledger.budget.file));
			return null;
		});
		answerPanel(connection, OpenPrivateSettings, async () => {
			await openSettings('ragAssay.private', 'workspace');
			return null;
		});
		answerPanel(connection, GenerateFromPanel, async (planned) => {
			await vscode.commands.executeCommand('ragAssay.generatePrivate', planned);
			return null;
		});
		answerPanel(connection, SaveExport, (asked) => saveExport(asked, undefined));
	}
}
