import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { join } from 'node:path';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { extensionId } from './harness/workbench.ts';
import type { Api } from '../../src/extension/extension.ts';

describe('activation', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), builtIns: 'all' });

	test('before a trace is opened there is no runner, even if a JSON file that VS Code itself reads activates the extension', async () => {
		await s.server.host.run(async ({ vscode }, id) => {
			await vscode.extensions.getExtension(id)!.activate();
		}, extensionId);
		assert.deepEqual(s.server.programs('runner'), []);
	});

	test('opening a trace activates the extension and starts one runner', async (t) => {
		await s.vs.open('sample.rag.md');
		const { milliseconds, pid, language } = await s.server.host.run(async ({ vscode, until }, id) => {
			const extension = vscode.extensions.getExtension<Api>(id)!;
			await until(() => extension.isActive, 'the activation');
			const api = extension.exports;
			return {
				milliseconds: api.activationMilliseconds,
				pid: await until(() => api.runnerProcessId(), 'the runner'),
				language: vscode.window.activeTextEditor?.document.languageId,
			};
		}, extensionId);
		assert.equal(language, 'rag-trace');
		assert.deepEqual(
			s.server.programs('runner').map((program) => program.pid),
			[pid],
		);
		t.diagnostic(`activate() took ${milliseconds.toFixed(1)} ms`);
	});

	test('commands are offered under one name', async () => {
		const titles = await s.vs.commandsFor('RAG Assay: ');
		assert.ok(
			titles.every((title) => title.startsWith('RAG Assay: ')),
			titles.join('\n'),
		);
		// The list draws what is in sight; these are looked for one by one.
		for (const title of ['RAG Assay: Open Sample Workspace…', 'RAG Assay: Device Report', 'RAG Assay: Calibrate…', 'RAG Assay: Show Log'])
			assert.ok((await s.vs.commandsFor(title)).includes(title), title);
	});
});
