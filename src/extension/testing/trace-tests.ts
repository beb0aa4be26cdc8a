import * as vscode from 'vscode';
import { sidecarFile, traceFilesGlob } from '../../formats/file-names.ts';
import { foreignGlob, mappingsFileName, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import type { Session } from '../session.ts';
import { responseDocument } from '../vscode/documents.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { showErrorMessage } from '../vscode/messages.ts';
import { traceFileAt } from '../vscode/workspace-text.ts';
import { chosenTests } from './chosen-tests.ts';
import { runTests } from './test-run.ts';
import { TraceItems } from './trace-items.ts';

/** Time between a change of a file and what follows from it, milliseconds: programs write a file in several steps. */
const rest = 500;

/** What the user has turned on to run again. */
interface Continuous {
	readonly request: vscode.TestRunRequest;
	readonly token: vscode.CancellationToken;
}

/** The workspace's traces in VS Code's Testing view. */
export class TraceTests implements Disposable {
	readonly #session: () => Promise<Session>;
	readonly #log: vscode.LogOutputChannel;
	readonly #held = new DisposableList();
	readonly #controller = this.#held.add(vscode.tests.createTestController('ragAssay', 'RAG Assay'));
	readonly #items = new TraceItems(this.#controller, async () => (await this.#session()).runner);
	readonly #continuous = new Set<Continuous>();
	/** Files that have changed since the last look, by their URI. */
	readonly #changed = new Map<string, vscode.Uri>();
	#isListStale = false;
	#timer: NodeJS.Timeout | undefined;

	constructor(session: () => Promise<Session>, log: vscode.LogOutputChannel) {
		this.#session = session;
		this.#log = log;
		const controller = this.#controller;
		controller.resolveHandler = (item) => (item === undefined ? this.#items.list() : this.#items.resolve(item));
		controller.refreshHandler = () => this.#items.list();
		this.#held.add(
			controller.createRunProfile(
				'Analyze',
				vscode.TestRunProfileKind.Run,
				(request, token) => this.#start(request, token),
				true,
				undefined,
				true,
			),
		);
		for (const glob of [traceFilesGlob, '**/*.rag-assay.json', foreignGlob]) {
			const watcher = this.#held.add(vscode.workspace.createFileSystemWatcher(glob));
			this.#held.add(watcher.onDidChange((uri) => this.#fileChanged(uri, false)));
			this.#held.add(watcher.onDidCreate((uri) => this.#fileChanged(uri, true)));
			this.#held.add(watcher.onDidDelete((uri) => this.#fileChanged(uri, true)));
		}
		this.#held.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#soon(() => (this.#isListStale = true))));
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#held.dispose();
	}

	async #start(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
		if (request.continuous !== true) return this.#run(request);
		const continuous = { request, token };
		this.#continuous.add(continuous);
		token.onCancellationRequested(() => this.#continuous.delete(continuous));
		// What runs again when it changes must be known before.
		if (!this.#items.isListed) await this.#items.list();
	}

	async #run(request: vscode.TestRunRequest): Promise<void> {
		const run = this.#controller.createTestRun(request);
		try {
			await runTests(run, request, this.#items, (await this.#session()).runner);
		} catch (error) {
			this.#log.error(`tests: ${sentenceOf(error)}`);
			void showErrorMessage(`RAG Assay: ${sentenceOf(error)}`);
		} finally {
			run.end();
		}
	}

	#fileChanged(uri: vscode.Uri, isListed: boolean): void {
		if (!this.#items.isListed) return;
		const isSidecar = /[^/]\.rag-assay\.json$/.test(uri.path);
		const own = isSidecar ? undefined : this.#items.of(responseDocument(uri));
		// A list of mappings says which files are read.
		if (uri.path.endsWith(`/${mappingsFileName}`) || (isListed && !isSidecar && (own !== undefined || mayHoldTraces(uri))))
			this.#soon(() => (this.#isListStale = true));
		const files = isSidecar ? this.#items.files.filter((item) => sidecarFile(item.uri?.path ?? '') === uri.path) : [own];
		for (const file of files) {
			const changed = file?.uri;
			if (changed !== undefined) this.#soon(() => this.#changed.set(changed.toString(), changed));
		}
	}

	#soon(note: () => unknown): void {
		note();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#followChanges().catch((error: unknown) => this.#log.error(`tests: ${sentenceOf(error)}`));
		}, rest);
	}

	async #followChanges(): Promise<void> {
		const changed = [...this.#changed.values()];
		this.#changed.clear();
		if (this.#isListStale) {
			this.#isListStale = false;
			await this.#items.list();
		}
		const files = changed.flatMap((uri) => this.#items.of(uri) ?? []);
		// oxlint-disable-next-line no-await-in-loop -- the runner reads one file at a time
		for (const file of files) await this.#items.changed(file);
		for (const { request, token } of this.#continuous) {
			if (token.isCancellationRequested) continue;
			const chosen = chosenTests(this.#items.files, request.include, request.exclude);
			const again = files.flatMap((file) => chosen.get(file) ?? []);
			// oxlint-disable-next-line no-await-in-loop -- one model reads them
			if (again.length > 0) await this.#run(new vscode.TestRunRequest(again, undefined, request.profile, true, true));
		}
	}
}

function mayHoldTraces({ path }: vscode.Uri): boolean {
	return traceFileAt(path) !== undefined || mayBeForeign(path);
}
