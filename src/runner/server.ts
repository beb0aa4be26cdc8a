import {
	DidChangeWatchedFilesNotification,
	ErrorCodes,
	ResponseError,
	TextDocumentSyncKind,
	type ClientCapabilities,
	type Connection,
	type InitializeResult,
} from 'vscode-languageserver/node';
import { traceFilesGlob } from '../formats/file-names.ts';
import { besideMemoryGlobs, memoryFileGlobs } from '../formats/memory/memory-file-names.ts';
import { calibration } from '../analysis/calibration/methods.ts';
import { initializationOptions, ModelStateChanged, runnerSettings } from '../protocol/requests.ts';
import { describeMismatch } from '../protocol/rpc.ts';
import { EditorSession } from './editor-session.ts';
import { commandsFor } from './traces/finding-commands.ts';
import { OpenDocuments } from './lsp/open-documents.ts';
import { VisibleFirst } from './traces/trace-file.ts';
import { answerCalibrationRequests } from './calibration/calibration-requests.ts';
import { answerFileRequests } from './traces/trace-requests.ts';
import { answerWorkspaceRequests } from './traces/workspace-requests.ts';
import { labelActionKind } from './labels/label-actions.ts';
import { memoryActionKind } from './memory/code-actions.ts';
import { LabelRequests } from './labels/label-requests.ts';
import type { Log } from './lsp/log.ts';
import { answerMemoryRequests } from './memory/memory-requests.ts';
import { MemoryService } from './memory/memory-service.ts';
import { answerModelRequests } from './model-requests.ts';
import { ModelService } from './models/model-service.ts';
import { productReaders } from './models/open-readers.ts';
import { Outbox, TypedAnswers } from './lsp/request-handlers.ts';
import type { PackagePaths } from './context/package-paths.ts';
import { RunnerContext } from './context/runner-context.ts';
import { answerBudgetRequests } from './private/ledger-requests.ts';
import { answerPrivateRequests } from './private/private-requests.ts';
import { answerRedteamRequests } from './redteam/redteam-requests.ts';
import { answerQueryRequests, QueryService } from './queries/query-service.ts';
import { answerReviewRequests } from './review/review-requests.ts';
import { diagnosticSource } from './lsp/finding-diagnostics.ts';

type Phase = 'before' | 'running' | 'after';

const capabilities: InitializeResult['capabilities'] = {
	textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
	diagnosticProvider: { identifier: diagnosticSource, interFileDependencies: true, workspaceDiagnostics: false },
	hoverProvider: true,
	codeActionProvider: { codeActionKinds: ['quickfix', labelActionKind, memoryActionKind] },
	inlayHintProvider: true,
	documentSymbolProvider: true,
	foldingRangeProvider: true,
	completionProvider: { triggerCharacters: ['#'] },
	workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** Puts the runner together behind a connection. The result tells where the session stands. */
export function serve(connection: Connection, paths: PackagePaths): { phase: () => Phase } {
	let phase: Phase = 'before';
	let client: ClientCapabilities = {};
	const log: Log = {
		error: (message) => connection.console.error(message),
		warn: (message) => connection.console.warn(message),
		info: (message) => connection.console.info(message),
		debug: (message) => connection.console.debug(message),
	};
	const outbox = new Outbox(connection, (message) => process.stderr.write(`${message}\n`));
	const open = new OpenDocuments();
	const visible = new VisibleFirst(open);
	const context = new RunnerContext(runnerSettings.parse({}), { log, paths });
	const models = new ModelService(context, {
		rank: (owner) => visible.rank(owner),
		onState: (state) => {
			if (phase === 'running') outbox.tell(ModelStateChanged, state);
		},
	});
	const answers = new TypedAnswers(connection, log, () => phase);
	const memory = new MemoryService({ context, models, now: () => new Date() });
	const queries = new QueryService({ context, models, now: () => new Date() });
	const editor = new EditorSession({ connection, answers, outbox, open, visible, context, models, labels: () => labels, memory, queries });
	const labels = new LabelRequests({ answers, outbox, open, context, models, onChange: () => editor.labelsChanged() });
	answerModelRequests({ answers, context, models, editor, outbox });
	answerFileRequests({ answers, outbox, context, models });
	answerWorkspaceRequests({
		connection,
		answers,
		outbox,
		context,
		models,
		editor,
		open,
		showsProgress: () => client.window?.workDoneProgress === true,
	});
	answerBudgetRequests(answers, context);
	answerPrivateRequests({ answers, context, models, outbox });
	answerRedteamRequests({ answers, context, models, memory, outbox });
	answerReviewRequests({ answers, open, context, models, now: () => new Date() });
	answerMemoryRequests({ connection, answers, outbox, memory });
	answerQueryRequests({ connection, answers, outbox, queries });
	const calibrationRequests = answerCalibrationRequests({
		family: calibration,
		openReaders: productReaders(models),
		answers,
		outbox,
		context,
	});

	connection.onInitialize(({ capabilities: can, initializationOptions: given, workspaceFolders }) => {
		const options = initializationOptions.safeParse(given ?? {});
		if (!options.success)
			throw new ResponseError(ErrorCodes.InvalidParams, `initialize: ${describeMismatch('initializationOptions', options.error)}`);
		const { showsWhy, ...settings } = options.data;
		client = can;
		models.configure(settings);
		context.setRoots((workspaceFolders ?? []).map(({ uri }) => uri));
		editor.initialize(can, { showsWhy });
		phase = 'running';
		return {
			// A client with commands of its own has those behind lenses, too.
			capabilities: {
				...capabilities,
				...(showsWhy ? { codeLensProvider: {} } : {}),
				executeCommandProvider: { commands: commandsFor({ showsWhy }) },
			},
			serverInfo: { name: 'RAG Assay', version: paths.version },
		};
	});
	connection.onInitialized(() => {
		if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
		connection.client
			.register(DidChangeWatchedFilesNotification.type, {
				watchers: [traceFilesGlob, '**/*.rag-assay.json', ...memoryFileGlobs, ...besideMemoryGlobs].map((globPattern) => ({ globPattern })),
			})
			.catch((error: unknown) => log.warn(`files are not watched: ${String(error)}`));
	});
	connection.onShutdown(() => {
		phase = 'after';
		editor.analyses.cancelAll();
		editor.memories.scans.dispose();
		editor.queries.dispose();
		labels.dispose();
		calibrationRequests.dispose();
		models.dispose();
	});
	process.on('exit', () => models.dispose());
	return { phase: () => phase };
}
