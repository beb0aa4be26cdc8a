import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { commandNames, type CommandName } from './command-names.ts';
import { DisposableList } from './vscode/disposables.ts';
import { isOurs } from './vscode/documents.ts';
import { forgetForeign, isForeign, offerLargeFile, readByMappings } from './foreign/foreign-documents.ts';
import { registerViews } from './explorer/views.ts';
import { isCancellation, sentenceOf } from './vscode/failure.ts';
import { memoryFileKind } from '../formats/memory/memory-file-names.ts';
import { isQueryLog } from './queries/query-log.ts';
import { registerLabelView } from './labels/label-view.ts';
import { registerMemoryView } from './memory/memory-view.ts';
import type { Session } from './session.ts';
import { TestingView } from './testing/testing-view.ts';
import { showErrorMessage } from './vscode/messages.ts';

/** What other code in the extension host may see: a window for tests and for bug reports, nothing to build on. */
export interface Api {
	/** What `activate` itself took, milliseconds. */
	readonly activationMilliseconds: number;
	/** Process of the runner, when there is one. */
	runnerProcessId(): number | undefined;
	/** State of a document's analysis, as the status bar shows it. */
	analysisState(uri: vscode.Uri): string | undefined;
	/** What a document is colored by: the measure, and the number of colored ranges a bucket. */
	heatmap(uri: vscode.Uri): { readonly version: number; readonly measure: string; readonly ranges: readonly number[] } | undefined;
	/** What is lit for the cursor: what it asks about (null: the whole response), the number of words, the strongest context. */
	origins(): { readonly subject: string | null; readonly lit: number; readonly context: string | undefined } | undefined;
}

/**
 * Registers what must be there before it is used, and nothing else: the language client, the decorations and the schemas are
 * loaded with the first trace that is opened or the first command.
 */
export function activate(context: vscode.ExtensionContext): Api {
	const begin = performance.now();
	const held = new DisposableList();
	context.subscriptions.push(held);
	const log = held.add(vscode.window.createOutputChannel('RAG Assay', { log: true }));

	let loaded: Session | undefined;
	let loading: Promise<Session> | undefined;
	const session = (): Promise<Session> => {
		loading ??= import('./session.ts').then(({ createSession }) => {
			const created = createSession(context, log);
			loaded = held.add(created);
			testing.show();
			return created;
		});
		return loading;
	};

	const testing = held.add(new TestingView(session, log));

	for (const name of commandNames) {
		held.add(vscode.commands.registerCommand(`ragAssay.${name}`, (...args: readonly unknown[]) => run(name, session, log, args)));
	}
	held.add(
		vscode.commands.registerCommand('ragAssay.showLog', () => {
			log.show();
		}),
	);

	// A panel that was open when the window closed comes back with it.
	held.add(
		vscode.window.registerWebviewPanelSerializer('ragAssay.tokenInspector', {
			deserializeWebviewPanel: async (panel, memory) => {
				(await session()).inspector.restore(panel, memory);
			},
		}),
	);
	held.add(
		vscode.window.registerWebviewPanelSerializer('ragAssay.calibration', {
			deserializeWebviewPanel: async (panel, memory) => {
				(await session()).calibration.restore(panel, memory);
			},
		}),
	);
	held.add(
		vscode.window.registerWebviewPanelSerializer('ragAssay.privacyBudget', {
			deserializeWebviewPanel: async (panel) => {
				(await session()).privacyBudget.restore(panel);
			},
		}),
	);
	held.add(
		vscode.window.registerWebviewPanelSerializer('ragAssay.redactionReview', {
			deserializeWebviewPanel: async (panel, memory) => {
				(await session()).review.restore(panel, memory);
			},
		}),
	);
	held.add(
		vscode.window.registerWebviewPanelSerializer('ragAssay.queryScreening', {
			deserializeWebviewPanel: async (panel) => {
				(await session()).queries.restore(panel);
			},
		}),
	);
	held.add(registerViews(session));
	held.add(registerLabelView(session));
	held.add(registerMemoryView(session));

	const consider = (document: vscode.TextDocument, isSaved = false): void => {
		startFor(document, isSaved, session).catch((error: unknown) => {
			log.error(sentenceOf(error));
			void complain(sentenceOf(error), log);
		});
	};
	held.add(
		vscode.workspace.onDidOpenTextDocument((document) => {
			consider(document);
		}),
	);
	// What was empty or unfinished may hold traces now.
	held.add(
		vscode.workspace.onDidSaveTextDocument((document) => {
			consider(document, true);
			for (const read of readByMappings(document)) {
				forgetForeign(read);
				loaded?.served.release(read);
				consider(read, true);
			}
		}),
	);
	// A pair may have become one: the other half has been written since this one was opened.
	held.add(
		vscode.window.onDidChangeActiveTextEditor((editor) => {
			if (editor !== undefined) consider(editor.document);
		}),
	);
	for (const document of vscode.workspace.textDocuments) consider(document);

	const activationMilliseconds = performance.now() - begin;
	log.info(`activated in ${activationMilliseconds.toFixed(1)} ms`);
	return {
		activationMilliseconds,
		runnerProcessId: () => loaded?.runner.processId,
		analysisState: (uri) => loaded?.analyses.of(uri.toString())?.state.kind,
		heatmap: (uri) => {
			const painting = loaded?.heatmaps.of(uri);
			return painting && { version: painting.version, measure: painting.measure, ranges: painting.buckets.map((bucket) => bucket.length) };
		},
		origins: () => {
			const shown = loaded?.origins.shown;
			return shown && { subject: shown.subject?.text ?? null, lit: shown.lit.length, context: shown.contexts[0]?.id };
		},
	};
}

async function startFor(document: vscode.TextDocument, isSaved: boolean, session: () => Promise<Session>): Promise<void> {
	if (!isMemory(document) && !isQueryLog(document) && !(await isOurs(document)) && !(await isForeign(document, isSaved))) {
		await offerLargeFile(document);
		return;
	}
	const { runner, served } = await session();
	// One that gave up waits for the user's word.
	if (runner.state === 'stopped') await runner.start();
	served.serve(document);
}

/** A memory file, which is scanned when it is opened unless the settings say otherwise. */
function isMemory({ uri }: vscode.TextDocument): boolean {
	return (
		uri.scheme === 'file' &&
		memoryFileKind(uri.path) !== null &&
		vscode.workspace.getConfiguration('ragAssay').get('memory.scanOn') !== 'command'
	);
}

async function run(
	name: CommandName,
	session: () => Promise<Session>,
	log: vscode.LogOutputChannel,
	args: readonly unknown[],
): Promise<unknown> {
	try {
		const [{ commands }, present] = await Promise.all([import('./commands/all-commands.ts'), session()]);
		return await commands[name](present, ...args);
	} catch (error) {
		if (isCancellation(error)) return undefined;
		log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		void complain(sentenceOf(error), log);
		return undefined;
	}
}

async function complain(message: string, log: vscode.LogOutputChannel): Promise<void> {
	if ((await showErrorMessage(`RAG Assay: ${message}`, 'Show Log')) !== undefined) log.show();
}
