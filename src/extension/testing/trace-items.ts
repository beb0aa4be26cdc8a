import * as vscode from 'vscode';
import { fileKind } from '../../formats/file-names.ts';
import { TracesOfFile } from '../../protocol/readable.ts';
import { TraceFiles } from '../../protocol/trace-tests.ts';
import { foreignFiles } from '../explorer/foreign-rows.ts';
import { isLargeFile } from '../foreign/foreign-documents.ts';
import { sentenceOf } from '../vscode/failure.ts';
import type { RunnerClient } from '../runner/client.ts';

/** The tests of the workspace: a file in one of the product's formats is one, a file of many traces has one for each of them. */
export class TraceItems {
	readonly #controller: vscode.TestController;
	readonly #runner: () => Promise<RunnerClient>;
	/** IDs of traces. A label may have to be another one. */
	readonly #ids = new WeakMap<vscode.TestItem, string>();
	#listed = false;

	constructor(controller: vscode.TestController, runner: () => Promise<RunnerClient>) {
		this.#controller = controller;
		this.#runner = runner;
	}

	/** Whether files were listed. Before somebody looks at the tests, nothing needs to be kept up to date. */
	get isListed(): boolean {
		return this.#listed;
	}

	/** All files. */
	get files(): vscode.TestItem[] {
		return [...this.#controller.items].map(([, item]) => item);
	}

	/** The item of a file. */
	of(uri: vscode.Uri): vscode.TestItem | undefined {
		return this.#controller.items.get(uri.toString());
	}

	/** The test of a file as a whole, or of one of its traces. */
	test(uri: string, trace: string | undefined): vscode.TestItem | undefined {
		const file = this.of(vscode.Uri.parse(uri));
		return trace === undefined ? file : file?.children.get(testId(file, trace));
	}

	/** The ID of the trace of a test; undefined for a file as a whole. */
	traceOf(item: vscode.TestItem): string | undefined {
		return this.#ids.get(item);
	}

	/** Lists the workspace's files anew. Files that are still there keep their items, and so their results. */
	async list(): Promise<void> {
		const runner = await this.#runner();
		const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
		const own = folders.length === 0 ? [] : (await runner.ask(TraceFiles, { folders: folders.map(({ uri }) => uri.toString()) })).uris;
		const { uris: foreign } = await foreignFiles(runner);
		const items = [...own, ...foreign].map((text) => {
			const uri = vscode.Uri.parse(text);
			return this.of(uri) ?? this.#fileItem(uri);
		});
		this.#controller.items.replace(items);
		this.#listed = true;
	}

	/** Lists the traces of a file of many, if that has not been done. */
	async resolve(item: vscode.TestItem): Promise<void> {
		if (item.canResolveChildren && item.children.size === 0) await this.#listTraces(item);
	}

	/** The text of a file changed: its traces are listed anew if they were listed. */
	async changed(item: vscode.TestItem): Promise<void> {
		this.#controller.invalidateTestResults(item);
		if (item.children.size > 0) await this.#listTraces(item);
	}

	#fileItem(uri: vscode.Uri): vscode.TestItem {
		const path = vscode.workspace.asRelativePath(uri);
		const item = this.#controller.createTestItem(uri.toString(), path, uri);
		item.sortText = path;
		item.canResolveChildren = fileKind(uri.path) === null;
		return item;
	}

	async #listTraces(item: vscode.TestItem): Promise<void> {
		item.busy = true;
		try {
			const listed = await (await this.#runner()).ask(TracesOfFile, { uri: item.id });
			item.error =
				listed !== null && listed.count > 0
					? undefined
					: item.uri !== undefined && (await isLargeFile(item.uri))
						? 'This file is too large to be run as tests. Run rag-assay analyze on it, or open its traces one by one with RAG Assay: Open Traces of a Large File.'
						: 'RAG Assay found no traces in this file.';
			const traces = listed?.traces ?? [];
			const more = (listed?.count ?? 0) - traces.length;
			item.description =
				more === 0 ? '' : `first ${traces.length} of ${(traces.length + more).toLocaleString('en')}; rag-assay analyze reads all`;
			item.children.replace(
				traces.map(({ id, line, question }, i) => {
					const test = this.#controller.createTestItem(testId(item, id), id === '' ? `line ${line}` : id, item.uri);
					this.#ids.set(test, id);
					test.description = question;
					test.range = new vscode.Range(line - 1, 0, line - 1, 0);
					test.sortText = String(i).padStart(8, '0');
					return test;
				}),
			);
		} catch (error) {
			item.error = sentenceOf(error);
		} finally {
			item.busy = false;
		}
	}
}

/** The ID of the test of a trace. */
function testId(file: vscode.TestItem, trace: string): string {
	return `${file.id}#${trace}`;
}
