/**
 * Tests that need VS Code's API but no eyes. They run inside the extension host, by the end-to-end tests in the browser
 * (`runSuite`, called by the companion) and by a desktop VS Code (`run`, called by `@vscode/test-electron`).
 */
import type * as vscodeModule from 'vscode';
import type { Api } from '../../../src/extension/extension.ts';
import { until } from '../../support/until.ts';
import { documentTests } from './documents.ts';
import { findingTests } from './findings.ts';
import { hoverTests } from './hovers.ts';
import type { Host } from './host-test.ts';

const tests = [...documentTests, ...hoverTests, ...findingTests];
const extensionId = 'rag-assay.rag-assay';
const settled = new Set(['done', 'failed', 'no-response', 'none', 'idle', 'cancelled']);

function hostOf(vscode: typeof vscodeModule): Host {
	const file = (path: string): vscodeModule.Uri => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, path);
	const api = async (): Promise<Api> => vscode.extensions.getExtension<Api>(extensionId)!.activate();
	const open = async (path: string): Promise<vscodeModule.TextEditor> => {
		const editor = await vscode.window.showTextDocument(file(path), { preview: false });
		const ours = await api();
		let seen: string | undefined;
		await until(
			() => settled.has((seen = ours.analysisState(file(path))) ?? ''),
			() => `the end of the analysis of ${path}; last seen: ${seen}`,
		);
		return editor;
	};
	return { vscode, until, file, api, open };
}

/** Runs every test, one after another, and returns their results; a failed one has its error. */
export async function runSuite(vscode: typeof vscodeModule): Promise<{ name: string; error?: string }[]> {
	const host = hostOf(vscode);
	const results: { name: string; error?: string }[] = [];
	for (const { name, run: body } of tests) {
		const error = await body(host).then(
			() => undefined,
			(reason: unknown) => (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)),
		);
		results.push(error === undefined ? { name } : { name, error });
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	}
	return results;
}

/** Entry of `@vscode/test-electron`: rejects when a test failed. */
export async function run(): Promise<void> {
	const results = await runSuite(await import('vscode'));
	for (const { name, error } of results) console.log(error === undefined ? `✔ ${name}` : `✖ ${name}\n${error}`);
	const failed = results.filter(({ error }) => error !== undefined).length;
	// The lines that `npm test` counts.
	console.log(`ℹ pass ${results.length - failed}\nℹ fail ${failed}`);
	if (failed > 0) throw new Error(`${failed} of ${results.length} tests failed`);
}
