import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';
import { queryCommands, type QueryArguments } from '../../protocol/queries.ts';
import {
	ExportScreening,
	GetScreenedQuery,
	GoToQuery,
	MarkScreenedQuery,
	OpenQueryPanel,
	OpenRetrieved,
	PickForScreening,
	QueryPanelChanged,
	QueryRowsChanged,
	RunScreening,
	StopScreening,
	TrustForScreening,
} from '../../protocol/query-panel.ts';
import { tell } from '../../protocol/rpc.ts';
import { screeningLines, screeningTable } from '../../report/screening-table.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { answerPanel, connectPanel, loadPanelPage, saveExport } from '../vscode/panel-host.ts';
import type { TextDocuments } from '../vscode/text-documents.ts';
import { goToQuery, openRetrieved } from './open-places.ts';
import type { ScreeningChoice } from './input-choices.ts';
import type { QueriesViewModel } from './queries-model.ts';

export const queryScreeningTitle = 'Query Screening';

export interface QueryPanelOptions {
	readonly viewModel: QueriesViewModel;
	readonly texts: TextDocuments;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
	/** Asks a person what is to be screened. */
	readonly pick: (what: keyof ScreeningChoice) => Promise<boolean>;
}

/** One panel. A hidden one loses its page; the view model keeps what it shows. */
export class QueryPanel implements Disposable {
	readonly panel: vscode.WebviewPanel;
	readonly #options: QueryPanelOptions;
	readonly #held = new DisposableList();
	readonly #connection: MessageConnection;

	constructor(panel: vscode.WebviewPanel, options: QueryPanelOptions) {
		this.panel = panel;
		this.#options = options;
		this.#connection = this.#held.add(connectPanel(panel));
		this.#answer();
		this.#connection.listen();
		const { viewModel, log } = options;
		const logErrors = (task: Promise<unknown>): void => {
			task.catch((error: unknown) => log.error(`query screening: ${sentenceOf(error)}`));
		};
		this.#held.add(viewModel.onDidChange(() => logErrors(tell(this.#connection, QueryPanelChanged, viewModel.state))));
		this.#held.add(
			viewModel.onDidChangeRows((rows) =>
				logErrors(tell(this.#connection, QueryRowsChanged, { run: viewModel.state.run, rows: [...rows] })),
			),
		);
	}

	load(): void {
		loadPanelPage(this.panel, this.#options.extension, 'query-screening', queryScreeningTitle);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#answer(): void {
		const connection = this.#connection;
		const { viewModel, texts, pick } = this.#options;
		answerPanel(connection, OpenQueryPanel, async () => ({ state: viewModel.state, rows: viewModel.rows }));
		answerPanel(connection, PickForScreening, async ({ what }) => {
			await pick(what);
			return null;
		});
		answerPanel(connection, RunScreening, async ({ live }) => {
			// It says itself how it stands.
			void viewModel.run(live);
			return null;
		});
		answerPanel(connection, StopScreening, async () => {
			viewModel.stop();
			return null;
		});
		answerPanel(connection, GetScreenedQuery, async ({ run, at }) => viewModel.of(run, at) ?? null);
		answerPanel(connection, OpenRetrieved, async ({ run, at, id }) => {
			const document = viewModel.of(run, at)?.retrieved.find((one) => one.id === id);
			if (document !== undefined && viewModel.shown !== undefined)
				await openRetrieved(viewModel.shown.store, document, texts, this.panel.viewColumn);
			return null;
		});
		answerPanel(connection, GoToQuery, async ({ run, at }) => {
			const record = viewModel.of(run, at);
			if (record !== undefined) await goToQuery(record, texts, this.panel.viewColumn);
			return null;
		});
		answerPanel(connection, MarkScreenedQuery, async ({ run, at, benign }) => {
			const record = viewModel.of(run, at);
			if (record !== undefined) await this.#mark(record, benign);
			return null;
		});
		answerPanel(connection, ExportScreening, async ({ format }) => {
			const { records, shown } = viewModel;
			const content = format === 'csv' ? screeningTable(records) : screeningLines(records);
			const log = shown === undefined ? undefined : vscode.Uri.file(shown.log);
			return saveExport({ format, name: exportName(shown?.log ?? ''), content }, log);
		});
		answerPanel(connection, TrustForScreening, async () => {
			await vscode.commands.executeCommand('workbench.trust.manage');
			return null;
		});
	}

	/** By the command of the quick fix, so that Problems follow. */
	async #mark({ content }: QueryScreenRecord, benign: boolean): Promise<void> {
		const log = this.#options.viewModel.shown?.log;
		if (log === undefined) return;
		const args: QueryArguments = { queries: log, ids: [content] };
		await vscode.commands.executeCommand(benign ? queryCommands.benign : queryCommands.notBenign, args);
	}
}

/** Proposed name of an export of a log, without its ending. */
function exportName(log: string): string {
	const name = (log.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]+$/, '').replaceAll(/[^\w.-]+/g, '-');
	return `${name.slice(0, 60)}-screened`;
}
